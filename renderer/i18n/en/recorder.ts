export const recorder = {
  title: 'Record',
  nav: { record: 'Record', key: 'Key R' },
  setup: {
    name: 'Name',
    project: 'Project',
    noProject: 'A recording belongs to a project. Create one first.',
    noProjectTitle: 'No project yet',
    loading: 'Loading the projects',
    failed: 'The projects did not load',
    makeProject: 'Go to projects',
    microphone: 'Microphone',
    systemMicrophone: 'System default',
    unnamed: 'The names of other microphones appear once you have allowed access to one.',
    computer: 'Also record the computer’s sound',
    computerApp:
      'The other people in a call are recorded on a separate track, so that every word has the right speaker.',
    computerBrowser:
      'The browser asks which tab or screen to share: tick “share audio” there. The other people are recorded on a separate track.',
    computerMissing:
      'This browser does not offer the computer’s sound, so only the microphone is recorded.',
    computerMissingApp:
      'This system does not let apps record its sound, so only the microphone is recorded.',
    echo: 'Remove echo from the microphone',
    echoHelp: 'For loudspeakers. With headphones, leave it off for the clearest sound.',
    start: 'Start recording',
    starting: 'Starting…',
    place: 'Saved to this device continuously; nothing leaves it.',
    room_one: 'Room for more than an hour.',
    room_other: 'Room for about {{count}} hours.',
    roomShort: 'Only room for about {{length}}: free up space on this device first.',
  },
  consent: {
    title: 'Does everyone know?',
    text: 'In many places everyone in a conversation must agree before it is recorded. Tell the others, and start once they agree.',
    once: 'Asked before the first recording of each day, on this device.',
    start: 'Everyone knows: start',
    cancel: 'Not yet',
  },
  live: {
    recording: 'Recording',
    paused: 'Paused',
    saving: 'Saving',
    elapsed: 'Recorded time',
    pause: 'Pause',
    resume: 'Resume',
    stop: 'Stop',
    discard: 'Discard',
    mark: 'Mark',
    facts: '{{size}} so far, saved on this device continuously.',
    microphone: 'Microphone',
    computer: 'Computer’s sound',
    silent: 'The microphone picks up nothing. Is it muted, or is it the wrong one?',
    notes: 'Notes',
    notesHint: 'Write as the call goes on. Each line keeps its time and plays its moment later.',
    view: 'Show',
    more: 'More',
    markKey: 'Key M, outside text fields',
    marks: 'Marked moments',
    markLabel: 'Name of the moment at {{time}}',
    markPlaceholder: 'What happens here?',
    removeMark: 'Remove the moment at {{time}}',
    marked: 'Marked {{time}}',
    savingText: 'The recording is being saved and uploaded. A long one takes a moment.',
  },
  words: {
    title: 'Live transcript',
    switch: 'Transcribe live',
    rough: 'Rough, and a few seconds late. Once you stop, all of it is transcribed again.',
    waiting: 'Words appear here a few seconds after they are said.',
    off: 'Off. The recording is transcribed once you stop it.',
    slow: 'This machine is too slow for a live transcript at the moment. The recording continues and is transcribed once you stop it.',
    failed:
      'The live transcript stopped: {{reason}} The recording continues and is transcribed once you stop it.',
    you: 'You',
    others: 'Others',
    newest: 'Jump to the latest words',
  },
  keys: { title: 'Recording', mark: 'Mark this moment' },
  badge: {
    open: 'Go to the recording',
    region: 'Recording in progress',
  },
  running: {
    text: 'Earshot is asking for its key, but you are still being recorded. It is kept on this device and uploaded once Earshot is open again.',
  },
  discard: {
    title: 'Discard this recording?',
    text: 'All {{length}} of it, its notes and its marked moments are deleted from this device.',
    confirm: 'Discard recording',
    cancel: 'Keep',
  },
  drafts: {
    region: 'Recordings kept on this device',
    cut: '“{{name}}” was cut off or has not been uploaded yet.',
    facts: '{{length}}, from {{date}}. It is safe on this device.',
    keep: 'Keep',
    listen: 'Listen',
    close: 'Close the player',
    discard: 'Discard',
    player: 'Sound of {{name}}',
    sending: 'Uploading…',
    silent: 'Its sound cannot be played here.',
    failed: 'It could not be uploaded: {{reason}} Try again once that is fixed.',
    stopped: 'It was removed from the list of uploads.',
    sent: '“{{name}}” is in its project',
    gone: 'Its project is gone. Choose another one for it:',
    project: 'Project for {{name}}',
  },
  slept: '{{length}} not recorded: the computer slept',
  problemTitle: {
    insecure: 'This address is not allowed to use the microphone',
    unsupported: 'This browser cannot record',
    microphone_denied: 'Access to the microphone was denied',
    microphone_missing: 'This microphone was not found',
    microphone_busy: 'The microphone does not respond',
    microphone_lost: 'The microphone was disconnected',
    microphone_changed: 'The microphone was lost, another one took over',
    slept: 'The computer slept',
    sharing_denied: 'Nothing was shared',
    sharing_silent: 'No sound was shared',
    sharing_ended: 'The computer’s sound ended',
    disk_full: 'The disk is full',
    disk_failed: 'The recording cannot be written to this device',
    recorder_failed: 'The recording was interrupted',
  },
  problemText: {
    insecure:
      'Browsers allow it only for pages from this machine or over https. Open Earshot at 127.0.0.1.',
    unsupported: 'Use the desktop app, or a current Chrome, Edge, Firefox or Safari.',
    microphone_denied:
      'Allow it in the address bar and in the system’s privacy settings, then start again.',
    microphone_missing: 'Plug one in, or choose another one, then start again.',
    microphone_busy:
      'Another program may be using it. Close that program, or choose another microphone, then start again.',
    microphone_lost: 'Plug it in again, or choose another one.',
    microphone_changed:
      'The recording continues with the system’s microphone. Check its level to see that it picks you up.',
    slept:
      'Nothing was recorded in the meantime; a marked moment shows where. The recording continues.',
    sharing_denied: 'Start again and choose what to share, or record the microphone alone.',
    sharing_silent:
      'Start again and tick “share audio” (every browser that supports it offers it for tabs), or record the microphone alone.',
    sharing_ended:
      'The microphone is still being recorded. To record both again, stop and start a new recording.',
    disk_full:
      'The recording is paused; everything so far is kept. Free up space and resume, or stop to upload everything so far.',
    disk_failed:
      'Private windows cannot store files. Stop the recording, and record in a normal window or in the desktop app.',
    recorder_failed: 'Everything so far is kept. Stop it, then start a new one.',
  },
  /** While a recording waits for a microphone. */
  pausedText: {
    microphone_lost:
      'The recording is paused; everything so far is kept. Plug it in again or continue with another one.',
    microphone_denied:
      'The recording is paused; everything so far is kept. Allow the microphone in the address bar or in the system’s privacy settings, then continue.',
    microphone_missing:
      'The recording is paused; everything so far is kept. Plug in a microphone, then continue.',
    microphone_busy:
      'The recording is paused; everything so far is kept. Another program may be using the microphone: close it, then continue.',
  },
  problems: {
    goOn: 'Continue with the system’s microphone',
    alone: 'Microphone only',
    close: 'Close',
  },
} as const
