/** Functions that an auditor looks for, as the report of the surface names them. */
export { functionOf, type KnownFunction, knownFunctions, type Level, resourceOf } from '../../door-purposes'
