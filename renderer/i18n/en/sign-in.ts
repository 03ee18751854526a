/** Signing in at the public address, and where one is signed in. */
export const signIn = {
  window: 'Sign in – Earshot',
  title: 'Sign in to Earshot',
  ended: 'You have been signed out. Sign in again to go on.',
  email: 'Email address',
  emailAbout: 'You get a link by email; there is no password.',
  send: 'Email me a link',
  with: 'Sign in with {{provider}}',
  or: 'or',
  sent: {
    title: 'Check your email',
    text: 'If <1>{{email}}</1> belongs to a member, a link is on its way. It works once, for {{minutes}} minutes, in this browser.',
    nothing:
      'Nothing there? Check your spam folder, or ask whoever runs this Earshot to invite you.',
    again: 'Use another address',
  },
  link: {
    title: 'Sign in to Earshot',
    text: 'Your link has arrived. One click and you are in.',
    enter: 'Sign in',
    failed: 'This link did not sign you in',
    cause: 'It was used already, is more than 15 minutes old, or was asked for in another browser.',
    again: 'Ask for a new link',
  },
  problems: {
    title: 'You are not signed in',
    provider: 'The sign-in service did not answer as it should, or you cancelled there.',
    unknown:
      'Nobody with your address is a member here, or the sign-in service has not confirmed your address. Ask whoever runs this Earshot to invite you.',
    expired: 'Signing in took too long, or was begun in another browser.',
    again: 'Try again',
  },
  account: {
    signedIn: 'Signed in as {{name}}',
    roles: { member: 'Member of {{organization}}', admin: 'Admin of {{organization}}' },
    signOut: 'Sign out',
    organization: 'Organization',
    organizationAbout: 'You are a member of several. Changing opens the page again.',
    sessions: 'Where you are signed in',
    sessionsAbout:
      'A browser stays signed in for 30 days, or 7 days without use. End what you do not know.',
    failed: 'Your sessions did not load',
    loading: 'Loading your sessions',
    used: 'last used {{time}}',
    methods: { email: 'Link by email', openid: 'Sign-in service', invitation: 'Invitation' },
    here: 'This browser',
    unknownBrowser: 'Unknown browser',
    on: '{{browser}} on {{system}}',
    end: 'End',
    endOf: 'End the session in {{browser}}',
    ended: 'The session has ended.',
  },
} as const
