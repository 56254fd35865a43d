import { ComponentType } from 'discord-api-types/v10'
import { recordBreach } from './breaches.ts'
import type { Draft } from './drafts.ts'
import { unguardedMentions } from './mentions.ts'
import type { World } from './state.ts'
import { allComponents } from './validation/components.ts'
import type { AllowedMentions } from './validation/message.ts'

const textsOf = (draft: Draft): readonly string[] => [
  draft.content,
  ...allComponents(draft.components).flatMap(({ part }) =>
    part.type === ComponentType.TextDisplay ? [part.content] : [],
  ),
]

/**
 * Notes a message that would ring people. Discord would send it, so it is sent here
 * too; the run still fails.
 */
export const reportUnguardedMentions = (
  world: World,
  draft: Draft,
  allowed: AllowedMentions | undefined,
): void => {
  const rung = [...new Set(textsOf(draft).flatMap((text) => unguardedMentions(text, allowed)))]
  if (rung.length > 0)
    recordBreach(world, 'would ping', {
      more: rung.join(', '),
      detail: { content: draft.content, allowed },
    })
}
