import type { Utility } from '../../core/command/command.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { Refusals } from '../../core/command/refusals.ts'
import type { SettingsStore } from '../../core/command/settings.ts'
import type { Lists } from '../../core/command/suggest.ts'
import { createChannelAction, createMineAction, createServerAction } from './change.ts'
import { consentAction } from './consent.ts'
import { settingFieldsOf } from './fields.ts'
import { wordsAction } from './refused-words.ts'
import { createShowAction } from './show.ts'
import { whereAction } from './where.ts'

/** What /settings works with. */
export interface SettingsPorts {
  settings: SettingsStore
  refusals: Pick<Refusals, 'thisMonth'>
  lists: Lists
}

/** Defaults of members, channels and servers, and where members can make requests. */
export const createSettingsCommand = (features: readonly Feature[]): Utility<SettingsPorts> => {
  const fields = settingFieldsOf(features)
  return {
    kind: 'utility',
    name: 'settings',
    summary: 'See and change defaults and allowed channels',
    topic: 'choices',
    example: { action: 'show', values: {} },
    audience: 'everyone',
    actions: [
      createShowAction(fields),
      createMineAction(fields),
      createChannelAction(fields),
      createServerAction(fields),
      whereAction,
      wordsAction,
      consentAction,
    ],
  }
}
