import type {
  CreateApiKeyResponses,
  CreateInvitationResponses,
  CreateWebhookResponses,
  GetContentResponses,
  GetOrganizationResponses,
  GetProjectResponses,
  GetPromptResponses,
  GetTranscriptResponses,
  ListApiKeysResponses,
  ListContentResponses,
  ListInvitationsResponses,
  ListMembersResponses,
  ListNoticesResponses,
  ListWebhookDeliveriesResponses,
  ListProjectsResponses,
  ListWebhooksResponses,
  SearchContentResponses,
} from './generated/types.gen.ts'

/** Records by name; the OpenAPI document lists shapes per operation. */
export type Organization = GetOrganizationResponses[200]['data']
export type ProjectListItem = ListProjectsResponses[200]['data'][number]
export type Project = GetProjectResponses[200]['data']
export type ContentItem = ListContentResponses[200]['data'][number]
export type ContentStatus = ContentItem['status']
type FullContent = GetContentResponses[200]['data']
export type Analysis = NonNullable<FullContent['analyses']>[number]
/** As it is read here: with all its parts (`include` could leave some out). */
export type ContentDetail = Omit<FullContent, 'analyses' | 'transcript'> & {
  analyses: Analysis[]
  transcript: Transcript | null
}
export type Transcript = GetTranscriptResponses[200]['data']
export type Segment = Transcript['segments'][number]
export type Word = NonNullable<Segment['words']>[number]
export type Speaker = Transcript['speakers'][number]
export type Prompt = GetPromptResponses[200]['data']
export type SearchHit = SearchContentResponses[200]['data'][number]
export type Webhook = ListWebhooksResponses[200]['data'][number]
export type NewWebhookRecord = CreateWebhookResponses[201]['data']
export type Delivery = ListWebhookDeliveriesResponses[200]['data'][number]
export type ApiKey = ListApiKeysResponses[200]['data'][number]
export type NewApiKeyRecord = CreateApiKeyResponses[201]['data']
export type Member = ListMembersResponses[200]['data'][number]
export type Invitation = ListInvitationsResponses[200]['data'][number]
/** Right after it was made or resent: with its link. */
export type SentInvitation = CreateInvitationResponses[201]['data']
export type Notice = ListNoticesResponses[200]['data'][number]

/** One page of records, as every list of /v1 answers. */
export type PageOf<T> = { data: T[]; pagination: { has_more: boolean; next_cursor: string | null } }
