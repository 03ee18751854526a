export const invitations = {
  title: 'Pending invitations',
  invite: 'Invite',
  loading: 'Loading invitations',
  failed: 'The invitations did not load',
  empty: {
    title: 'No pending invitations',
    text: 'Everyone you invite gets a link that makes them a member. It works once, for seven days.',
  },
  columns: {
    address: 'Address',
    role: 'Role',
    sent: 'Sent',
    until: 'Valid until',
    actions: 'Resend or revoke',
  },
  roles: { member: 'Member', admin: 'Admin' },
  sent: {
    email: '{{time}}, by email',
    link: '{{time}}, as a link',
    emailAgain: '{{time}}, by email, {{times}} times',
    linkAgain: '{{time}}, as a link, {{times}} times',
  },
  resend: 'Resend',
  resendTo: 'Resend the invitation to {{email}}',
  revokeOne: 'Revoke',
  revokeTo: 'Revoke the invitation to {{email}}',
  form: {
    title: 'Invite a person',
    email: 'Email address',
    role: 'Role',
    member: 'Member: works with recordings',
    admin: 'Admin: also manages people and everyone’s keys',
  },
  link: {
    title: 'Invitation to {{email}}',
    label: 'Invitation link',
    mailed:
      'The link is on its way by email. If it does not arrive, pass it on yourself. It works once, until {{time}}.',
    byHand:
      'No mail server is configured, so pass this link on yourself. It works once, until {{time}}.',
    onlyHere:
      'It opens on this machine only, for another person who uses it: this Earshot cannot be reached from elsewhere.',
    done: 'Done',
  },
  revoke: {
    title: 'Revoke the invitation to {{email}}?',
    confirm: 'Revoke invitation',
    text: 'Its link stops working immediately.',
  },
  accept: {
    loadingTitle: 'Your invitation',
    loading: 'Loading the invitation',
    join: 'Join {{organization}}',
    member:
      '{{inviter}} invites <1>{{email}}</1> to work with its recordings in Earshot, as a member. The link is valid until {{time}}.',
    admin:
      '{{inviter}} invites <1>{{email}}</1> to work with its recordings in Earshot, as an admin. The link is valid until {{time}}.',
    somebody: 'Somebody',
    name: 'Your name',
    nameAbout: 'Shown to the other members; you may leave it empty',
    accept: 'Accept the invitation',
    broken: 'This link does not work',
    failed: 'The invitation cannot be accepted',
    ask: 'Ask the person who invited you for a new link.',
    done: 'You are a member now',
    key: 'This is your key. Programs call Earshot with it, and it also opens this page. It belongs to you and ends with your membership.',
    keyLabel: 'Your API key',
    open: 'Open Earshot',
  },
} as const
