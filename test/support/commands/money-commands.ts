import { createBudgetCommand } from '../../../src/commands/budget/budget.ts'
import { purposesAmong } from '../../../src/commands/budget/target.ts'
import { createCreditsCommand } from '../../../src/commands/credits/credits.ts'
import { commands } from '../../../src/commands/index.ts'

const features = commands.filter((command) => command.kind === 'feature')

/** /budget for the features that there are. */
export const budgetCommand = createBudgetCommand(features)

/** /credits, with every limit that it may have to show. */
export const creditsCommand = createCreditsCommand(purposesAmong(features), { kind: 'feature', id: 'music' })
