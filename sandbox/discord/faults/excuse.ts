import type { World } from '../state.ts'

/**
 * An interaction whose callback or token a fault hits is not the bot's failure if it goes without an answer.
 */
export const excuseInteraction = ({ interactions }: World, token: string | undefined): void => {
  const interaction = token === undefined ? undefined : interactions.get(token)
  if (interaction) interaction.isExcused = true
}
