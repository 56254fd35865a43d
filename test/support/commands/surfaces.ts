import type { Surface } from '../../../src/core/command/answer.ts'

const nameOf = async (member: string) => `name of ${member}`

/** A platform that is given pictures. */
export const withoutCharts: Surface = { drawsCharts: false, nameOf }

/** A platform that draws charts and tables itself. */
export const withCharts: Surface = { drawsCharts: true, nameOf }
