/** What one identity gets: a status where it is served, a status and a code where it is refused. */
export type Cell = number | readonly [number, string]

export type Row = {
  /** `open` routes carry their own signature in place of a key. */
  scope: 'read' | 'write' | 'open'
  /** What full access gets. */
  ok: Cell
  /** May be called with a publishable key of the project. */
  publishable?: true
  /** What a key restricted to another project gets; left out, it is served. */
  elsewhere?: Cell
  /** What the key of a member who is no admin gets; left out, it is served. */
  member?: Cell
  /** Only for the app and the command line on this machine: no API key is served. */
  onlyHere?: true
  /** Only for the organization that operates the installation; and of its own library, on no server. */
  concerns?: 'installation' | 'library'
  body?: object
}

const unauthenticated = [401, 'authentication_required'] as const
const insufficient = [403, 'insufficient_permissions'] as const
const keptOnServer = [409, 'kept_on_server'] as const
const denied = [403, 'project_access_denied'] as const
const unknown = [404, 'not_found'] as const

/** The words of the recording in authorization-stage.ts. */
const sameTranscript = {
  content_type: 'text/plain',
  text: 'Mary: We will send the contract on Friday.\nTom: That is far too late for us.\nMary: Then take it on Monday.',
}

/** In the catalogue already, so that nobody is asked. */
const listedOnHub = { hub_name: 'hf:Qwen/Qwen3-4B-GGUF/Qwen3-4B-Q4_K_M.gguf' }
const ofInstallation = { concerns: 'installation' } as const
const ofLibrary = { concerns: 'library' } as const
const inProject = { elsewhere: denied } as const
/** Managing people, the organization and what is told to its owner. */
const forAdmins = { member: insufficient } as const
/** What every project may use: a key that is restricted to some changes none of it. */
const shared = { elsewhere: denied } as const
const managesPeople = { ...forAdmins, elsewhere: denied } as const

const upload = { filename: 'a.wav', content_type: 'audio/wav', size_bytes: 10 }
const hook = { url: 'https://93.184.215.14/', events: ['webhook.test'] }
/** Of what is there already nothing is looked at. */
const emptyBundle = {
  ...{ format: 1, project_id: null, tables: [], transcript_versions: [], media: null },
}
const passphrase = 'seven otters cross the old bridge'
const template = '{{transcript}}'
const listed = { listed: 2, precision: 0.5, recall: null }
const modelFigures = {
  model: 'built-in',
  meetings: 2,
  action_items: listed,
  decisions: listed,
  open_questions: listed,
  summary: { rouge_1: 0.3, lexrank_rouge_1: 0.2 },
  seconds_per_hour: 12.4,
}

/**
 * Who may do what, by operationId. Every operation of the OpenAPI document has its row; a new route
 * without one fails the build (reliability.md A-2).
 */
export const table: Readonly<Record<string, Row>> = {
  getOrganization: { scope: 'read', ok: 200 },
  updateOrganization: {
    scope: 'write',
    ok: 200,
    body: { name: 'Renamed' },
    ...forAdmins,
    elsewhere: denied,
  },

  createOrganization: {
    scope: 'write',
    ok: 201,
    body: { name: 'North', owner_email: 'nora@example.org' },
    onlyHere: true,
  },

  listMembers: { scope: 'read', ok: 200 },
  getMember: { scope: 'read', ok: 200 },
  updateMember: { scope: 'write', ok: 200, body: { role: 'admin' }, ...managesPeople },
  deleteMember: { scope: 'write', ok: 200, ...managesPeople },
  listInvitations: { scope: 'read', ok: 200 },
  createInvitation: { scope: 'write', ok: 201, ...managesPeople },
  deleteInvitation: { scope: 'write', ok: 200, ...managesPeople },
  resendInvitation: { scope: 'write', ok: 200, ...managesPeople },
  lookUpInvitation: { scope: 'open', ok: 200 },
  acceptInvitation: { scope: 'open', ok: 201 },
  getSignInMethods: { scope: 'open', ok: 200 },
  // Members sign in at the public listener alone, and with a browser that asked.
  requestSignInLink: { scope: 'open', ok: unknown, body: { email: 'ann@example.org' } },
  signInByLink: { scope: 'open', ok: [403, 'sign_in_link_invalid'], body: { token: 'x' } },
  getMe: { scope: 'read', ok: 200 },
  listSessions: { scope: 'read', ok: 200 },
  changeOrganization: { scope: 'write', ok: insufficient, body: { organization_id: 'org_0' } },
  endSession: { scope: 'write', ok: 200, member: unknown, elsewhere: denied },
  listNotices: { scope: 'read', ok: 200, ...managesPeople },
  updateNotice: { scope: 'write', ok: 200, body: { read: true }, ...managesPeople },
  readAllNotices: { scope: 'write', ok: 200, ...managesPeople },

  listAuditLog: { scope: 'read', ok: 200, ...managesPeople },

  listApiKeys: { scope: 'read', ok: 200 },
  createApiKey: { scope: 'write', ok: 201, body: { name: 'Made' } },
  // An admin's key; members see and revoke their own.
  deleteApiKey: { scope: 'write', ok: 200, member: unknown, elsewhere: denied },

  listProjects: { scope: 'read', ok: 200 },
  createProject: { scope: 'write', ok: 201, body: { name: 'Made' }, ...inProject },
  getProject: { scope: 'read', ok: 200, ...inProject },
  updateProject: { scope: 'write', ok: 200, body: { name: 'Changed' }, ...inProject },
  deleteProject: { scope: 'write', ok: 200, ...inProject },
  trashProject: { scope: 'write', ok: 200, ...inProject },
  restoreProject: { scope: 'write', ok: 200, ...inProject },
  getNotesFolder: { scope: 'read', ok: 200, ...managesPeople, ...ofInstallation },
  putNotesFolder: { scope: 'write', ok: 200, body: {}, ...managesPeople, ...ofInstallation },
  deleteNotesFolder: { scope: 'write', ok: 200, ...managesPeople, ...ofInstallation },

  createUpload: { scope: 'write', ok: 201, body: upload, publishable: true, ...inProject },
  completeUpload: { scope: 'write', ok: 202, publishable: true, ...inProject },
  createUploadParts: { scope: 'write', ok: 200, publishable: true, ...inProject },
  sendUpload: { scope: 'open', ok: 200 },
  readMedia: { scope: 'open', ok: 200 },
  listContent: { scope: 'read', ok: 200, ...inProject },
  listContentIds: { scope: 'read', ok: 200, ...inProject },
  listOverviews: { scope: 'read', ok: 200 },
  listAllContent: { scope: 'read', ok: 200 },
  getContent: { scope: 'read', ok: 200, ...inProject },
  updateContent: { scope: 'write', ok: 200, body: { title: 'Called so' }, ...inProject },
  deleteContent: { scope: 'write', ok: 200, ...inProject },
  trashContent: { scope: 'write', ok: 200, ...inProject },
  restoreContent: { scope: 'write', ok: 200, ...inProject },
  listTrash: { scope: 'read', ok: 200 },
  emptyTrash: { scope: 'write', ok: 200 },
  deleteTrashed: { scope: 'write', ok: 200, elsewhere: unknown },
  getTranscript: { scope: 'read', ok: 200, ...inProject },
  getTalkStatistics: { scope: 'read', ok: 200, ...inProject },
  listChapters: { scope: 'read', ok: 200, ...inProject },
  getWaveform: { scope: 'read', ok: 200, ...inProject },
  getNotes: { scope: 'read', ok: 200, ...inProject },
  putNotes: { scope: 'write', ok: 200, body: { text: 'Ask.', markers: [] }, ...inProject },
  reprocessContent: { scope: 'write', ok: 202, ...inProject },
  pauseContent: { scope: 'write', ok: 200, ...inProject },
  resumeContent: { scope: 'write', ok: 202, ...inProject },
  cancelContent: { scope: 'write', ok: 200, ...inProject },
  prioritizeContent: { scope: 'write', ok: 200, ...inProject },
  getQueue: { scope: 'read', ok: 200 },
  pauseQueue: { scope: 'write', ok: 200, ...managesPeople, ...ofInstallation },
  tryGraphics: { scope: 'write', ok: 200, ...managesPeople, ...ofInstallation },
  resumeQueue: { scope: 'write', ok: 200, ...managesPeople, ...ofInstallation },
  createBackup: { scope: 'write', ok: 202, body: {}, ...managesPeople, ...ofLibrary },
  listBackups: { scope: 'read', ok: 200, ...managesPeople, ...ofLibrary },
  getBackup: { scope: 'read', ok: 200, ...managesPeople, ...ofLibrary },
  downloadBackup: { scope: 'read', ok: 200, ...managesPeople, ...ofLibrary },
  deleteBackup: { scope: 'write', ok: 200, ...managesPeople, ...ofLibrary },
  listBundles: { scope: 'read', ok: 200, ...managesPeople },
  getBundle: { scope: 'read', ok: 200, ...managesPeople },
  putBundle: { scope: 'write', ok: 200, body: emptyBundle, ...managesPeople },
  getTranscriptBundle: { scope: 'read', ok: 200, ...managesPeople },
  putTranscriptBundle: { scope: 'write', ok: 200, body: { row: {} }, ...managesPeople },
  listOrphans: { scope: 'read', ok: 200, ...managesPeople, ...ofInstallation },
  takeInOrphan: { scope: 'write', ok: 202, ...managesPeople, ...ofInstallation },
  deleteOrphan: { scope: 'write', ok: 200, ...managesPeople, ...ofInstallation },
  getRecovery: { scope: 'read', ok: 200, ...managesPeople, ...ofLibrary },
  startRecovery: {
    scope: 'write',
    ok: 202,
    body: { action: 'try_again' },
    ...managesPeople,
    ...ofLibrary,
  },
  getEncryption: { scope: 'read', ok: 200, ...managesPeople, ...ofLibrary },
  encryptLibrary: { scope: 'write', ok: 202, body: { passphrase }, onlyHere: true, ...ofLibrary },
  changeEncryption: { scope: 'write', ok: 200, body: { passphrase }, onlyHere: true, ...ofLibrary },
  rekeyLibrary: { scope: 'write', ok: 202, body: { passphrase }, onlyHere: true, ...ofLibrary },
  decryptLibrary: { scope: 'write', ok: 202, onlyHere: true, ...ofLibrary },
  lockLibrary: { scope: 'write', ok: 202, onlyHere: true, ...ofLibrary },
  unlockLibrary: { scope: 'write', ok: 202, body: { passphrase }, onlyHere: true, ...ofLibrary },
  renewRecoveryCode: { scope: 'write', ok: 200, onlyHere: true, ...ofLibrary },
  listReplacedLibraries: { scope: 'read', ok: 200, ...managesPeople, ...ofLibrary },
  deleteReplacedLibrary: { scope: 'write', ok: 200, ...managesPeople, ...ofLibrary },

  // The sound is sent by callAs.
  createTranscription: { scope: 'read', ok: 200 },
  createTranslation: { scope: 'read', ok: 200 },
  hearLiveWords: { scope: 'read', ok: 200 },

  listTranscriptVersions: { scope: 'read', ok: 200, ...inProject },
  restoreTranscriptVersion: { scope: 'write', ok: 200, ...inProject },
  importTranscript: { scope: 'write', ok: 200, body: sameTranscript, ...inProject },
  updateSegment: { scope: 'write', ok: 200, body: { text: 'Changed.' }, ...inProject },
  splitSegment: { scope: 'write', ok: 200, body: { word_index: 1 }, ...inProject },
  updateSpeaker: { scope: 'write', ok: 200, body: { name: 'Mary' }, ...inProject },
  mergeSpeakers: { scope: 'write', ok: 200, body: { into: 'speaker_2' }, ...inProject },
  // The segments are named by makeBody.
  splitSpeaker: { scope: 'write', ok: 200, body: { name: 'Mary' }, ...inProject },
  listVoices: { scope: 'read', ok: 200, ...inProject },
  deleteVoice: { scope: 'write', ok: 200, ...inProject },
  forgetVoices: { scope: 'write', ok: 200, ...inProject },

  listAnalyses: { scope: 'read', ok: 200, ...inProject },
  listAllAnalyses: { scope: 'read', ok: 200 },
  getAnalysis: { scope: 'read', ok: 200, ...inProject },
  analyzeContent: { scope: 'write', ok: 202, body: { force_new: true }, ...inProject },
  cancelAnalysis: { scope: 'write', ok: 200, ...inProject },
  getInsights: { scope: 'read', ok: 200, ...inProject },
  listInsights: { scope: 'read', ok: 200, ...inProject },
  listAllInsights: { scope: 'read', ok: 200 },
  listActionOwners: { scope: 'read', ok: 200, ...inProject },
  listActions: { scope: 'read', ok: 200, ...inProject },
  listAllActions: { scope: 'read', ok: 200 },
  updateAction: { scope: 'write', ok: 200, body: { is_done: true }, ...inProject },
  tryPrompt: { scope: 'write', ok: 202, body: { template }, ...inProject },
  getTrial: { scope: 'read', ok: 200, ...inProject },
  deleteTrial: { scope: 'write', ok: 200, ...inProject },
  generateInsights: { scope: 'write', ok: 202, body: {}, ...inProject },

  listPrompts: { scope: 'read', ok: 200 },
  createPrompt: { scope: 'write', ok: 201, body: { name: 'Made', template } },
  getPrompt: { scope: 'read', ok: 200 },
  updatePrompt: { scope: 'write', ok: 200, body: { name: 'Changed' }, ...shared },
  deletePrompt: { scope: 'write', ok: 200, ...shared },
  trashPrompt: { scope: 'write', ok: 200, ...shared },
  restorePrompt: { scope: 'write', ok: 200, ...shared },
  listPromptVersions: { scope: 'read', ok: 200 },
  describePromptFields: { scope: 'read', ok: 200, body: { template } },

  listModels: { scope: 'read', ok: 200 },
  getModel: { scope: 'read', ok: 200 },
  addModel: { scope: 'write', ok: 201, body: listedOnHub, ...managesPeople, ...ofInstallation },
  installModel: { scope: 'write', ok: 202, ...managesPeople, ...ofInstallation },
  cancelModel: { scope: 'write', ok: 200, ...managesPeople, ...ofInstallation },
  verifyModel: { scope: 'write', ok: 202, ...managesPeople, ...ofInstallation },
  deleteModel: { scope: 'write', ok: 200, ...managesPeople, ...ofInstallation },
  listModelFigures: { scope: 'read', ok: 200 },
  recordModelFigures: { scope: 'write', ok: 201, body: modelFigures, ...managesPeople },
  listModelServers: { scope: 'read', ok: 200, ...managesPeople, ...ofInstallation },
  findModelServers: { scope: 'read', ok: 200, ...managesPeople, ...ofInstallation },
  connectModelServer: { scope: 'write', ok: 201, body: {}, ...managesPeople, ...ofInstallation },
  disconnectModelServer: { scope: 'write', ok: 200, ...managesPeople, ...ofInstallation },
  listWatchedFolders: { scope: 'read', ok: 200, ...managesPeople, ...ofInstallation },
  addWatchedFolder: { scope: 'write', ok: 201, body: {}, onlyHere: true, ...ofInstallation },
  scanWatchedFolder: { scope: 'write', ok: 200, ...managesPeople, ...ofInstallation },
  removeWatchedFolder: { scope: 'write', ok: 200, ...managesPeople, ...ofInstallation },
  listCalendars: { scope: 'read', ok: 200, ...managesPeople },
  addCalendar: { scope: 'write', ok: 201, body: { ics: 'BEGIN:VCALENDAR' }, ...managesPeople },
  listReminders: { scope: 'read', ok: 200, ...managesPeople },
  refreshCalendar: { scope: 'write', ok: 200, ...managesPeople },
  updateCalendar: { scope: 'write', ok: 200, body: { name: 'Work' }, ...managesPeople },
  removeCalendar: { scope: 'write', ok: 200, ...managesPeople },
  getRecordingEvent: { scope: 'read', ok: 200, ...inProject },
  putRecordingEvent: { scope: 'write', ok: 200, body: { event_id: null }, ...managesPeople },
  getMachine: { scope: 'read', ok: 200 },
  getStorage: { scope: 'read', ok: 200, ...managesPeople, ...ofInstallation },
  getVerification: { scope: 'read', ok: 200, ...managesPeople, ...ofInstallation },
  startVerification: { scope: 'write', ok: 202, ...managesPeople, ...ofInstallation },
  cancelVerification: { scope: 'write', ok: 200, ...managesPeople, ...ofInstallation },
  getPrivacy: { scope: 'read', ok: 200, ...managesPeople },

  searchContent: { scope: 'read', ok: 200 },
  listSearchSpeakers: { scope: 'read', ok: 200 },
  askLibrary: { scope: 'read', ok: 200, body: { question: 'Who sends it?' } },
  askQuestion: { scope: 'read', ok: 200, body: { question: 'Who sends it?' }, ...inProject },

  listWebhooks: { scope: 'read', ok: 200 },
  createWebhook: { scope: 'write', ok: 201, body: hook },
  // A webhook of the project, as the event and the delivery below.
  getWebhook: { scope: 'read', ok: 200, ...inProject },
  updateWebhook: { scope: 'write', ok: 200, body: { description: 'Changed' }, ...inProject },
  deleteWebhook: { scope: 'write', ok: 200, ...inProject },
  rotateWebhookSecret: { scope: 'write', ok: 200, ...inProject },
  testWebhook: { scope: 'write', ok: 202, ...inProject },
  listWebhookDeliveries: { scope: 'read', ok: 200, ...inProject },
  getWebhookDelivery: { scope: 'read', ok: 200, ...inProject },
  retryWebhookDelivery: { scope: 'write', ok: 202, ...inProject },

  listEvents: { scope: 'read', ok: 200 },
  streamEvents: { scope: 'read', ok: 200 },
  getEvent: { scope: 'read', ok: 200, ...inProject },
  replayEvent: { scope: 'write', ok: 202, ...inProject },
}

export const identities = [
  'none',
  'malformed',
  'revoked',
  'read-only',
  'publishable',
  'other-project',
  'member',
  'full',
] as const
export type Identity = (typeof identities)[number]

/** The table, read for one identity; `isShared` where the library is on a database server. */
export function expectedOf(row: Row, identity: Identity, isShared = false): Cell {
  if (row.scope === 'open') return row.ok
  if (isShared && row.concerns === 'library') {
    const isServed = typeof expectedOf({ scope: row.scope, ok: row.ok }, identity) === 'number'
    if (isServed) return keptOnServer
  }
  if (identity === 'full') return row.onlyHere ? insufficient : row.ok
  switch (identity) {
    case 'none':
    case 'malformed':
    case 'revoked':
      return unauthenticated
    case 'read-only':
      return row.scope === 'read' ? row.ok : insufficient
    case 'publishable':
      return row.publishable ? row.ok : insufficient
    case 'other-project':
      return row.onlyHere ? insufficient : (row.elsewhere ?? row.ok)
    case 'member':
      return row.onlyHere ? insufficient : (row.member ?? row.ok)
  }
}
