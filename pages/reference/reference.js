SwaggerUIBundle({
  url: "/docs/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  tryItOutEnabled: true,
  persistAuthorization: true,
  validatorUrl: null,
});
