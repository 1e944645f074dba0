/** A rule about a setting of the stack: the report tells what is in force, and what fails there is found here, at the same lines. */
import type { Control, EntryPoint, Evidence } from '../types'
import { defineRule, type Hit, type Rule } from './rule'

export interface ControlRule extends Omit<Rule, 'check'> {
  /** Id of the control. */
  control: string
  confidence?: Hit['confidence']
}

export function controlRule({ control: id, confidence = 'medium', ...rule }: ControlRule): Rule {
  return defineRule({
    ...rule,
    check: ({ posture, entryPoints }) => {
      const control = posture.stack.find((it) => it.id === id && it.state === 'fail')
      return (control?.evidence ?? []).map((at) => hitAt(control as Control, at, entryPoints, confidence))
    },
  })
}

function hitAt({ id, reason }: Control, at: Evidence, entryPoints: EntryPoint[], confidence: Hit['confidence']): Hit {
  const door = entryPoints.find((entry) => entry.at.file === at.file && entry.at.line === at.line)
  const route = door && `${door.method} ${door.path}`
  return { subject: route ?? id, at, trace: [at], description: reason, ...(route ? { route } : {}), ...(confidence ? { confidence } : {}) }
}
