/** Version control: whether changes can be traced. */
import Joi from 'joi'
import { counted, outcome } from '../outcome'
import { check } from './check'

export const history = check<true>(Joi.valid(true), (_asked, { program }) => {
  const { state, reason, commits, from, to } = program.history
  if (state === 'not looked') return outcome('unknown', reason, [], { notLooked: true })
  return outcome('met', `Under version control: ${counted(commits, 'commit')} were read${from && to ? `, from ${from} to ${to}` : ''}.`)
})
