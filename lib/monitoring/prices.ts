/** AWS list prices in us-east-1 on 2026-11-20, in US dollars, without free tiers and discounts. */
export const prices = {
  apiRequest: 3.5 / 1e6,
  lambdaRequest: 0.2 / 1e6,
  lambdaGbSecond: { arm64: 0.0000133334, x86_64: 0.0000166667 },
  stateTransition: 25 / 1e6,
  dynamoDbWriteUnit: 0.625 / 1e6,
  dynamoDbReadUnit: 0.125 / 1e6,
  eventPublished: 1 / 1e6,
  snsPublish: 0.5 / 1e6,
  xrayTrace: 5 / 1e6,
  logsIngestedGb: 0.5,
  customMetricMonth: 0.3,
  dashboardMonth: 3,
  tableGbMonth: 0.25,
  tableBackupGbMonth: 0.2,
  logsStoredGbMonth: 0.03,
} as const;
