/** The one identity of the local service. It protects nothing: every server listens on 127.0.0.1 alone. */
export const localCredentials = { accessKeyId: "local", secretAccessKey: "local-secret-access-key" };
