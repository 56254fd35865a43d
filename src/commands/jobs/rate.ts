import { privately, refusal } from '../../core/command/answer.ts'
import { type Action, defineAction } from '../../core/command/command.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { Lists } from '../../core/command/suggest.ts'
import { choice, integer, optional } from '../../core/fields/field-builders.ts'
import type { JobRecord } from '../../core/job/job.ts'
import type { Rated, RatingCount, Ratings, RatingValue } from '../../core/job/ratings.ts'
import { writeTakeName } from '../../core/job-id.ts'
import { type Fact, plainMessage } from '../../core/message/message.ts'
import { heardTakes } from '../../core/outcome.ts'
import { type Asker, accountOf } from '../../core/target.ts'
import { declared, say, sayCount } from '../../core/text/say.ts'
import { type JobPorts, jobField, withSharedJob } from './find.ts'

const takeNumberMax = 20

/** What a rating of a job's take counts for. */
const ratedIn = ({ feature, values: { model, voice } }: JobRecord): readonly Rated[] => {
  const rated: Rated[] = [{ kind: 'model', feature, model: typeof model === 'string' ? model : undefined }]
  if (typeof voice === 'string' && /^\S+$/.test(voice)) rated.push({ kind: 'voice', id: voice })
  return rated
}

const thanks = (value: RatingValue, take: number): string =>
  value === 'good'
    ? say('You liked take {{take}}. Admins see ratings by model and voice.', { take })
    : say('You disliked take {{take}}. Admins see ratings by model and voice.', { take })

/** Rates a take; anyone who sees the result has one vote, and can change it. */
export const rateAction = defineAction({
  name: 'rate',
  summary: 'Like or dislike a take',
  fields: {
    job: jobField('jobs'),
    rating: choice({
      label: 'Rating',
      help: 'Like or dislike',
      choices: [
        { value: 'good', label: declared('Like') },
        { value: 'bad', label: declared('Dislike') },
      ],
    }),
    take: optional(integer({ label: 'Take', help: 'Which take (default: 1)', min: 1, max: takeNumberMax })),
  },
  run: ({ job: typed, rating, take = 1 }, invocation, ports: JobPorts & { ratings: Pick<Ratings, 'rate'> }) =>
    withSharedJob(ports, invocation, typed, async (job) => {
      const takes = job.outcome === undefined ? [] : heardTakes(job.outcome)
      if (!takes.some(({ number }) => number === take))
        return refusal(say('That job has no take {{take}} to rate.', { take }))
      const { target } = invocation
      const name = writeTakeName({ job: job.id, number: take })
      const value: RatingValue = rating === 'good' ? rating : 'bad'
      await ports.ratings.rate(accountOf(target), target.member, { take: name, value }, ratedIn(job))
      return privately(plainMessage(thanks(value, take)))
    }),
})

const shownMax = 20

interface RatingsPorts {
  ratings: Pick<Ratings, 'counts'>
  lists: Lists
}

const createLabel = async ({ lists }: RatingsPorts, features: readonly Feature[], asker: Asker) => {
  const { choices: voices } = await lists.voices(asker)
  return (rated: Rated): string => {
    if (rated.kind === 'voice')
      return say('Voice {{voice}}', {
        voice: voices.find(({ value }) => value === rated.id)?.label ?? rated.id,
      })
    const command = `/${rated.feature}`
    const { model } = rated
    if (model === undefined) return command
    const control = features.find(({ name }) => name === rated.feature)?.fields.model?.control
    const known =
      control?.kind === 'choice' ? control.choices.find(({ value }) => value === model) : undefined
    return say('{{command}} with {{model}}', { command, model: known?.label ?? model })
  }
}

const countText = ({ good, bad }: RatingCount): string => {
  const liked = sayCount('{{count}} like', '{{count}} likes', { count: good })
  return say('{{liked}}, {{disliked}}', {
    liked,
    disliked: sayCount('{{count}} dislike', '{{count}} dislikes', { count: bad }),
  })
}

/** Shows admins how often takes of each model and voice were liked here, the most rated first. */
export const createRatingsAction = (features: readonly Feature[]): Action<RatingsPorts> =>
  defineAction({
    name: 'ratings',
    summary: 'See which models and voices people like (admins only)',
    changesNothing: true,
    isForAdmins: true,
    fields: {},
    run: async (_input, invocation, ports: RatingsPorts) => {
      const { target } = invocation
      const counts = await ports.ratings.counts(accountOf(target))
      if (counts.length === 0)
        return privately(
          plainMessage(say('No ratings here yet. Like and Dislike are in the More menu below a result.')),
        )
      const labelOf = await createLabel(ports, features, target)
      const ordered = counts.toSorted((one, other) => other.good + other.bad - one.good - one.bad)
      const facts = ordered
        .slice(0, shownMax)
        .map((count): Fact => ({ label: labelOf(count.rated), value: countText(count) }))
      return privately({
        text: say('Ratings here, most rated first.'),
        tone: 'info',
        blocks: [{ kind: 'facts', facts }],
      })
    },
  })
