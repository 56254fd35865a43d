import type { ClipIndex } from '../../core/clip/clip-index.ts'
import type { Consents } from '../../core/command/consent.ts'
import type { Drafts } from '../../core/command/draft.ts'
import type { Blocks } from '../../core/command/gate.ts'
import type { SettingsStore } from '../../core/command/settings.ts'
import type { Approvals } from '../../core/job/approval.ts'
import type { Records } from '../../core/job/job-list.ts'
import type { Ratings } from '../../core/job/ratings.ts'
import type { Budgets } from '../../core/ledger/budget.ts'
import type { Journal } from '../../core/ledger/journal.ts'
import type { Pseudonyms } from '../../core/ledger/pseudonym.ts'

/** What /privacy works with. */
export interface PrivacyPorts {
  records: Pick<Records, 'walk' | 'copiesOf' | 'forget'>
  clips: Pick<ClipIndex, 'of' | 'forget'>
  drafts: Pick<Drafts, 'of' | 'forget'>
  blocks: Pick<Blocks, 'has'>
  approvals: Approvals
  budgets: Budgets
  journal: Journal
  pseudonyms: Pseudonyms
  settings: Pick<SettingsStore, 'read' | 'change'>
  ratings: Pick<Ratings, 'of' | 'forget'>
  consents: Pick<Consents, 'answersOf' | 'answer' | 'forget'>
  /** How long records are kept after their jobs end; undefined: forever. */
  retentionMs: number | undefined
  /** How to reach the operator, in their own words. */
  privacyContact: string | undefined
  deadlines: { lateMs: number }
  now: () => number
}
