/** Parameters that decorators stand at. In: the whole program. Out: of each decorator its expression and the parameter. */
import type { Whole } from './whole/index'

export function decoratedParameters({ parameterDecorators, functions }: Whole): { expression: number; param: number }[] {
  return parameterDecorators.flatMap(({ fn, index, expression }) => {
    const param = functions[fn]?.params[index]
    return param === undefined ? [] : [{ expression, param }]
  })
}
