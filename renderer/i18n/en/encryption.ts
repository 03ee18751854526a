/** The encrypted library: the locked screen, the section of the settings, and their dialogs. */
export const encryption = {
  loading: 'Checking whether the library is encrypted',
  keptOnServer:
    'The library is kept on a database server. Whoever runs the server sees to its encryption.',
  unread: 'Whether the library is encrypted could not be determined',
  locked: {
    window: 'Locked',
    title: 'The library is locked',
    text: 'It is encrypted. Enter the passphrase to open it.',
    textCode: 'It is encrypted. Enter the recovery code that you kept when it was encrypted.',
    passphrase: 'Passphrase',
    code: 'Recovery code',
    codeAbout: 'Capital and small letters, spaces and hyphens make no difference.',
    show: 'Show what is typed',
    open: 'Open',
    opening: 'The library is being opened…',
    useCode: 'Use the recovery code instead',
    usePassphrase: 'Use the passphrase instead',
    wrongPassphrase:
      'This passphrase does not open the library. Check capital letters and the keyboard’s language.',
    wrongCode: 'This recovery code does not open the library. Check it letter by letter.',
  },
  forgotten: {
    summary: 'I have neither of the two',
    text: 'Without the passphrase or the recovery code nobody can open this library; the makers of Earshot cannot either. You can put back a backup from before it was encrypted, or start anew. The locked library is kept aside until you delete it.',
  },
  changing: {
    encrypt: 'The library is being encrypted',
    decrypt: 'The library is being decrypted',
    rekey: 'The library is being sealed with a new key',
    text: 'You can leave this open; nothing is lost if the computer is switched off. The library opens by itself afterwards.',
    recordings: 'The recordings follow one by one while you go on working.',
    starting: 'It is being closed first…',
  },
  failed: {
    encrypt: 'The library was not encrypted',
    decrypt: 'The library was not decrypted',
    rekey: 'The library has the key that it had',
    encryptIn: 'The last attempt to encrypt the library failed.',
    decryptIn: 'The last attempt to decrypt the library failed.',
    rekeyIn: 'The last attempt to give the library a new key failed.',
    insufficient_storage:
      'The disk is full. The library is as it was. Free some space, then try again.',
    failed:
      'Something went wrong. The library is as it was, and the log in the data folder says why.',
    code: 'The recovery code that you were shown opens nothing. Throw it away.',
    go: 'Continue',
  },
  off: {
    state: 'The library is not encrypted.',
    text: 'Once it is, recordings, transcripts, notes and settings can be read only after somebody has entered your passphrase.',
    helps: 'Encryption helps',
    helpsList: {
      lost: 'when the computer or its disk is lost, stolen or given away',
      copied: 'when somebody copies the data folder',
    },
    fails: 'Encryption does not help',
    failsList: {
      open: 'against somebody who sits at this computer, or a program that runs on it, while the library is open',
      elsewhere: 'with what you exported, sent, or saved somewhere else',
    },
    start: 'Encrypt the library…',
  },
  form: {
    title: 'Encrypt the library',
    passphrase: 'Passphrase',
    passphraseAbout: 'At least 8 characters. Four or five random words are easy to remember.',
    again: 'Passphrase once more',
    short: 'A passphrase has at least 8 characters.',
    guessable: 'Short ones can be guessed by trying. A word or two more makes that hopeless.',
    mismatch: 'The two are not the same.',
    keychain: 'Open it with this computer’s keychain',
    keychainAbout:
      'Then nobody has to type the passphrase while you are signed in to this computer. Elsewhere it is still needed.',
    copies: 'Copies in the data folder that stay readable:',
    copyKinds: {
      replaced_library_one: '{{count}} replaced library ({{size}})',
      replaced_library_other: '{{count}} replaced libraries ({{size}})',
      export_one: '{{count}} export ({{size}})',
      export_other: '{{count}} exports ({{size}})',
    },
    deleteCopies_one: 'Delete this copy afterwards ({{size}})',
    deleteCopies_other: 'Delete these copies afterwards ({{count}}, {{size}})',
    deleteCopiesAbout: 'This cannot be undone.',
    closes:
      'The library closes for a moment, and work in progress waits. You get a recovery code, which is shown only once. Without the passphrase and without the code nobody can open the library any more.',
    submit: 'Encrypt now',
  },
  code: {
    title: 'Keep this recovery code',
    text: 'It opens the library if you forget the passphrase. Print it or write it down, and keep it away from this computer.',
    once: 'It is shown only now.',
    encrypt: 'Meanwhile the library is being encrypted.',
    renewal: 'The code that you had before opens nothing any more.',
    rekey:
      'Meanwhile the library is being sealed anew. Until that is done, the passphrase and the code that you had before open it.',
    save: 'Save as file',
    print: 'Print',
    file: 'earshot-recovery-code.txt',
    fileText: 'Recovery code of the Earshot library, {{when}}',
    kept: 'I have kept it',
    go: 'Continue',
  },
  on: {
    state: 'The library is encrypted.',
    openedBy: 'It is opened by:',
    openers: {
      passphrase: 'the passphrase',
      recovery_code: 'the recovery code',
      keychain: 'this computer’s keychain, without asking',
    },
    recordings_one: '{{done}} of {{count}} recording encrypted',
    recordings_other: '{{done}} of {{count}} recordings encrypted',
    recordingsAbout: 'The others follow while the library is open.',
    copies:
      'These copies in the data folder can be read without a passphrase. Replaced libraries can be deleted under Storage.',
    keychain: 'Open it with this computer’s keychain',
    lock: 'Lock now',
    changePassphrase: 'Change the passphrase…',
    changed: 'The passphrase was changed.',
    rekey: 'New key…',
    newCode: 'New recovery code…',
    decrypt: 'Decrypt…',
  },
  change: {
    title: 'Change the passphrase',
    does: 'The passphrase that you have now no longer opens this library. The recovery code stays.',
    keeps:
      'Nothing is encrypted anew. Who has an older copy of the data folder or a backup, and knows the passphrase of then, can use them to open this library, too. If somebody else may know it, choose “New key…” instead.',
    backups:
      'Backups open as before: here without asking, elsewhere with the passphrase that they were made under.',
    submit: 'Change',
  },
  rekey: {
    title: 'Give the library a new key',
    does: 'Everything is encrypted anew. No passphrase, no recovery code and no older copy opens this library any more, only the passphrase that you enter here and a new recovery code.',
    keeps:
      'The library is closed for a while; its recordings follow one by one while you go on working. Nothing is lost if the computer is switched off.',
    backups:
      'Backups and replaced libraries stay as they are, and who knows the passphrase of then can read them. They are restored here without asking. Make a new backup afterwards, and delete the older ones if you must.',
    submit: 'Make a new key',
  },
  renewing: {
    title: 'Make a new recovery code?',
    text: 'The code that you have now opens nothing any more. The passphrase stays.',
    confirm: 'Make a new code',
  },
  decrypting: {
    title: 'Decrypt the library?',
    text: 'Afterwards anybody who has this computer’s disk or a copy of the data folder can read everything. The library is closed until it is done, which can take a while with many recordings.',
    confirm: 'Decrypt',
  },
  firstRun: {
    off: 'If you like, encrypt the library with a passphrase now. You can do that later, too, under Settings › Encryption.',
    on: 'The library is encrypted.',
  },
  command: 'Lock the library',
  commandWords: 'lock close encryption passphrase',
  lockFailed: 'The library was not locked: {{reason}}',
} as const
