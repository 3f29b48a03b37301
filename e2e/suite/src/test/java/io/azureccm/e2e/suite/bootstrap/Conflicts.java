package io.azureccm.e2e.suite.bootstrap;

import io.azureccm.e2e.cluster.api.call.ApiError;

/** Writes of several parties to one node, of which the later is tried again on the next look. */
final class Conflicts {
    private static final int CONFLICT = 409;

    private Conflicts() {}

    static void ignored(Runnable write) {
        try {
            write.run();
        } catch (ApiError error) {
            if (error.code() != CONFLICT) {
                throw error;
            }
        }
    }
}
