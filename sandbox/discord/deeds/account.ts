import { ApplicationIntegrationType } from 'discord-api-types/v10'
import type { OwnAccount } from '../../control/people.ts'
import type { World } from '../state.ts'
import { NotAllowed } from './references.ts'

/** Whether a deed is done to one's own account, wherever one is. */
export const isOwnAccount = (deed: { readonly what: string }): deed is OwnAccount => {
  const deeds: readonly string[] = [
    'install app',
    'uninstall app',
    'close direct messages',
    'open direct messages',
  ] satisfies OwnAccount['what'][]
  return deeds.includes(deed.what)
}

/** Changes what a person's own account has to do with the bot. */
export const runAccount = (world: World, userId: string, { what }: OwnAccount): void => {
  switch (what) {
    case 'install app':
      if (!world.installationContexts.has(ApplicationIntegrationType.UserInstall))
        throw new NotAllowed('This app can be added to servers only')
      world.installers.add(userId)
      break
    case 'uninstall app':
      world.installers.delete(userId)
      break
    case 'close direct messages':
      world.closedRecipients.add(userId)
      break
    case 'open direct messages':
      world.closedRecipients.delete(userId)
  }
}
