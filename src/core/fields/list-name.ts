/** Lists of the jobs of whoever asks: all of them, or those for which a thing can be done. */
export const jobLists = [
  'jobs',
  'jobs_to_cancel',
  'jobs_to_recover',
  'jobs_to_delete',
  'jobs_to_sing',
  'jobs_with_words',
  'jobs_with_result',
] as const
export type JobListName = (typeof jobLists)[number]

/** Lists that are too long or too changeable to declare. */
export type ListName = 'voices' | 'languages' | 'styles' | 'titles' | JobListName

/** Whether what is picked from a list is a job. */
export const isJobList = (list: ListName): list is JobListName => jobLists.some((name) => name === list)
