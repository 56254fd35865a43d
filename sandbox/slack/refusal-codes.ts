const methods = 'https://docs.slack.dev/reference/methods'
const everywhere = `${methods}/auth.test#errors`
const posting = `${methods}/chat.postMessage#errors`
const updating = `${methods}/chat.update#errors`
const opening = `${methods}/conversations.open#errors`
const history = `${methods}/conversations.history#errors`
const listing = `${methods}/conversations.list#errors`
const uploading = `${methods}/files.getUploadURLExternal#errors`
const deletingFiles = `${methods}/files.delete#errors`
const pushing = `${methods}/views.push#errors`
const publishing = `${methods}/views.publish#errors`
const installing = `${methods}/oauth.v2.access#errors`
const exchanging = `${methods}/oauth.v2.exchange#errors`
const answering = 'https://docs.slack.dev/interactivity/handling-user-interaction#message_responses'
const modals = 'https://docs.slack.dev/surfaces/modals#response_actions'

/**
 * Every code with which the stand-in says no, and what states it. Codes that Slack gives to nobody but a
 * person's client, such as those of an acknowledgement, say so.
 */
export const refusalCodes = {
  account_inactive: everywhere,
  already_reacted: `${methods}/reactions.add#errors`,
  alt_txt_too_large: uploading,
  authorization_not_found: exchanging,
  bad_client_secret: installing,
  bad_redirect_uri: installing,
  bad_timestamp: `${methods}/reactions.add#errors`,
  bot_not_found: `${methods}/bots.info#errors`,
  /** Not in the pages. https://github.com/HubSpot/slack-client/pull/90 */
  cannot_dm_bot: 'https://github.com/HubSpot/slack-client/pull/90',
  cant_delete_file: deletingFiles,
  cant_delete_message: `${methods}/chat.delete#errors`,
  cant_update_message: updating,
  channel_not_found: posting,
  duplicate_external_id: pushing,
  exchanged_trigger_id: pushing,
  expired_trigger_id: pushing,
  /** Observed: a response URL after its half hour. */
  expired_url: answering,
  file_deleted: deletingFiles,
  file_upload_size_restricted: uploading,
  file_not_found: `${methods}/files.completeUploadExternal#errors`,
  hash_conflict: publishing,
  /** No answer of Slack's to the app's doing, but a fault of the stand-in itself. */
  internal_error: everywhere,
  invalid_arg_name: everywhere,
  invalid_arguments: everywhere,
  invalid_array_arg: everywhere,
  invalid_attachments: updating,
  invalid_auth: everywhere,
  invalid_blocks: posting,
  invalid_blocks_format: posting,
  invalid_charset: everywhere,
  invalid_client_id: installing,
  invalid_code: installing,
  invalid_cursor: listing,
  /** Of an acknowledgement; the person reads that there was trouble. */
  invalid_errors: modals,
  invalid_form_data: everywhere,
  invalid_grant_type: installing,
  invalid_json: 'https://docs.slack.dev/apis/web-api/#post-bodies',
  invalid_limit: listing,
  invalid_metadata_format: posting,
  invalid_metadata_schema: posting,
  invalid_name: `${methods}/reactions.add#errors`,
  /** Of a response URL and of an acknowledgement. */
  invalid_payload: answering,
  invalid_post_type: everywhere,
  /** Of an acknowledgement. */
  invalid_response_action: modals,
  /** Of an acknowledgement. */
  invalid_suggestions: 'https://docs.slack.dev/reference/interaction-payloads/block_suggestion-payload',
  invalid_refresh_token: installing,
  invalid_token: exchanging,
  invalid_trigger_id: pushing,
  invalid_ts_latest: history,
  invalid_ts_oldest: history,
  invalid_types: listing,
  /** Observed: a response URL that was never given. */
  invalid_url: answering,
  is_archived: posting,
  is_inactive: updating,
  json_not_object: 'https://docs.slack.dev/apis/web-api/#post-bodies',
  markdown_text_conflict: posting,
  message_not_found: updating,
  messages_tab_disabled: posting,
  method_not_supported_for_channel_type: opening,
  missing_argument: uploading,
  missing_post_type: everywhere,
  missing_scope: everywhere,
  msg_blocks_too_long: 'https://github.com/slackapi/bolt-js/issues/2509',
  msg_too_long: updating,
  no_such_subteam: `${methods}/usergroups.users.list#errors`,
  no_text: posting,
  not_allowed_token_type: everywhere,
  not_authed: everywhere,
  not_enabled: publishing,
  not_found: pushing,
  not_in_channel: history,
  oauth_authorization_url_mismatch: installing,
  pkce_not_allowed: installing,
  push_limit_reached: pushing,
  ratelimited: 'https://docs.slack.dev/apis/web-api/rate-limits',
  team_not_found: `${methods}/team.info#errors`,
  thread_not_found: `${methods}/conversations.replies#errors`,
  token_already_exchanged: exchanging,
  token_expired: everywhere,
  token_revoked: everywhere,
  token_rotation_not_enabled: exchanging,
  too_many_users: opening,
  unknown_method: 'https://docs.slack.dev/apis/web-api/#slack-web-api__responses',
  /** Observed: the sixth use of a response URL. */
  used_url: answering,
  user_not_found: opening,
  user_not_in_channel: `${methods}/chat.postEphemeral#errors`,
  users_list_not_supplied: opening,
  view_too_large: pushing,
} as const

export type RefusalCode = keyof typeof refusalCodes
