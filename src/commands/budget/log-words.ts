import type { GrantLine, MemberLine, PausedScope, ScopeLimitLine } from '../../core/ledger/journal.ts'
import type { ScopeKind } from '../../core/ledger/scope.ts'
import { declared } from '../../core/text/say.ts'

/** A limit of one scope, or of all of a kind, set or lifted. */
export const limitTexts = {
  channel_limit: {
    setOne: declared('{{member}} set the limit for channel {{other}} to {{amount}}'),
    setEvery: declared('{{member}} set the per-channel limit to {{amount}}'),
    liftedOne: declared('{{member}} removed the limit for channel {{other}}'),
    liftedEvery: declared('{{member}} removed the per-channel limit'),
  },
  group_limit: {
    setOne: declared('{{member}} set the limit for group {{other}} to {{amount}}'),
    setEvery: declared('{{member}} set the per-group limit to {{amount}}'),
    liftedOne: declared('{{member}} removed the limit for group {{other}}'),
    liftedEvery: declared('{{member}} removed the per-group limit'),
  },
  group_each_limit: {
    setOne: declared('{{member}} set the limit for each member of group {{other}} to {{amount}}'),
    setEvery: declared('{{member}} set the limit for each member of a group to {{amount}}'),
    liftedOne: declared('{{member}} removed the limit for each member of group {{other}}'),
    liftedEvery: declared('{{member}} removed the limit for each member of a group'),
  },
  member_limit: {
    setOne: declared('{{member}} set the limit for member {{other}} to {{amount}}'),
    setEvery: declared('{{member}} set the per-member limit to {{amount}}'),
    liftedOne: declared('{{member}} removed the limit for member {{other}}'),
    liftedEvery: declared('{{member}} removed the per-member limit'),
  },
  feature_limit: {
    setOne: declared('{{member}} set the limit for {{other}} to {{amount}}'),
    setEvery: declared('{{member}} set the limit for a feature to {{amount}}'),
    liftedOne: declared('{{member}} removed the limit for {{other}}'),
    liftedEvery: declared('{{member}} removed the limit for a feature'),
  },
  model_limit: {
    setOne: declared('{{member}} set the limit for model {{other}} to {{amount}}'),
    setEvery: declared('{{member}} set the limit for a model to {{amount}}'),
    liftedOne: declared('{{member}} removed the limit for model {{other}}'),
    liftedEvery: declared('{{member}} removed the limit for a model'),
  },
} as const satisfies Record<ScopeLimitLine['operation'], object>

/** Whose limit it is. */
export const scopeOf = {
  channel_limit: 'channel',
  group_limit: 'group',
  group_each_limit: 'group',
  member_limit: 'member',
  feature_limit: 'feature',
  model_limit: 'model',
} as const satisfies Record<ScopeLimitLine['operation'], ScopeKind>

/** Credits that were given or taken. */
export const grantTexts = {
  grant: {
    server: declared('{{member}} added {{amount}} to the budget'),
    channel: declared('{{member}} gave {{amount}} to channel {{other}}'),
    group: declared('{{member}} gave {{amount}} to group {{other}}'),
    member: declared('{{member}} gave {{amount}} to member {{other}}'),
    feature: declared('{{member}} gave {{amount}} to {{other}}'),
    model: declared('{{member}} gave {{amount}} to model {{other}}'),
  },
  take: {
    server: declared('{{member}} took {{amount}} from the budget'),
    channel: declared('{{member}} took {{amount}} from channel {{other}}'),
    group: declared('{{member}} took {{amount}} from group {{other}}'),
    member: declared('{{member}} took {{amount}} from member {{other}}'),
    feature: declared('{{member}} took {{amount}} from {{other}}'),
    model: declared('{{member}} took {{amount}} from model {{other}}'),
  },
} as const satisfies Record<GrantLine['operation'], object>

/** Decisions about a member. */
export const memberTexts = {
  manager: {
    label: declared('Budget manager'),
    allowed: declared('{{member}} made {{other}} a budget manager'),
    refused: declared('{{member}} removed {{other}} as a budget manager'),
  },
  block: {
    label: declared('Block'),
    allowed: declared('{{member}} unblocked {{other}}'),
    refused: declared('{{member}} blocked {{other}}'),
  },
  decline: {
    label: declared('Request'),
    allowed: declared("{{member}} declined {{other}}'s request"),
    refused: declared("{{member}} declined {{other}}'s request"),
  },
} as const satisfies Record<MemberLine['operation'], object>

/** Spending that was paused or resumed. */
export const pauseTexts = {
  paused: {
    server: declared('{{member}} paused spending'),
    channel: declared('{{member}} paused spending in channel {{other}}'),
    group: declared('{{member}} paused spending for group {{other}}'),
    member: declared('{{member}} paused spending for member {{other}}'),
  },
  resumed: {
    server: declared('{{member}} resumed spending'),
    channel: declared('{{member}} resumed spending in channel {{other}}'),
    group: declared('{{member}} resumed spending for group {{other}}'),
    member: declared('{{member}} resumed spending for member {{other}}'),
  },
} as const satisfies Record<'paused' | 'resumed', Record<'server' | PausedScope['kind'], string>>
