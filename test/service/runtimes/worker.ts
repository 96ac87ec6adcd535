// For runtimes of workers: tasks in a request, outcomes in its answer.
import { performAll, type Task } from "./calls.ts";

export default {
  fetch: async (request: Request): Promise<Response> => {
    const tasks: Task[] = JSON.parse(await request.text());
    return Response.json(await performAll(tasks));
  },
};
