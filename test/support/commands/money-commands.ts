import { createBudgetCommand } from '../../../src/commands/budget/budget.ts'
import { purposesAmong } from '../../../src/commands/budget/target.ts'
import { createCreditsCommand } from '../../../src/commands/credits/credits.ts'
import { commands } from '../../../src/commands/index.ts'
import { createFileMaking } from '../../../src/core/command/file-making.ts'

const features = commands.filter((command) => command.kind === 'feature')

/** /budget for the features that there are, for members who had no file made yet. */
export const newBudgetCommand = () => createBudgetCommand(features, createFileMaking())

/** /budget for tests that have no file made. */
export const budgetCommand = newBudgetCommand()

/** /credits, with every limit that it may have to show. */
export const creditsCommand = createCreditsCommand(purposesAmong(features), { kind: 'feature', id: 'music' })
