/** Codes that stand on the page of nearly every method. https://docs.slack.dev/reference/methods */
const everywhere = [
  'access_denied',
  'account_inactive',
  'ekm_access_denied',
  'fatal_error',
  'internal_error',
  'invalid_auth',
  'missing_scope',
  'no_permission',
  'not_allowed_token_type',
  'not_authed',
  'org_login_required',
  'ratelimited',
  'request_timeout',
  'service_unavailable',
  'team_access_not_granted',
  'team_added_to_org',
  'token_expired',
  'token_revoked',
]

const inPlaces = ['channel_not_found', 'is_archived', 'not_in_channel']

/** By the family of a method: what only its pages list. */
const families: Readonly<Record<string, readonly string[]>> = {
  chat: [
    ...inPlaces,
    'cant_delete_message',
    'cant_update_message',
    'compliance_exports_prevent_deletion',
    'edit_window_closed',
    'message_limit_exceeded',
    'message_not_found',
    'rate_limited',
    'restricted_action',
    'restricted_action_read_only_channel',
    'restricted_action_thread_locked',
  ],
  conversations: [
    ...inPlaces,
    'fetch_members_failed',
    'thread_not_found',
    'user_disabled',
    'user_not_found',
    'user_not_visible',
  ],
  files: [
    ...inPlaces,
    'file_deleted',
    'file_not_found',
    'file_update_failed',
    'file_upload_size_restricted',
    'file_uploads_disabled',
    'file_uploads_except_images_disabled',
    'posting_to_channel_denied',
    'storage_limit_reached',
  ],
  reactions: [...inPlaces, 'message_not_found', 'too_many_reactions'],
  users: ['user_not_found', 'user_not_visible'],
  views: ['exchanged_trigger_id', 'expired_trigger_id', 'hash_conflict', 'not_found', 'user_not_found'],
}

/** The codes with which a method can say no. */
export const errorCodesOf = (method: string): readonly string[] => [
  ...everywhere,
  ...(families[method.split('.')[0] ?? ''] ?? []),
]
