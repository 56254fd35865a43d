import { writeFileSync } from 'node:fs'
import { generatedFiles } from './generated.ts'

// Writes what follows from the declared endpoints and commands: the tables of the docs, the page of all options,
// and the studio's list of endpoints.

for (const [file, text] of generatedFiles()) writeFileSync(file, text)
