package io.azureccm.e2e.cluster.api.call;

import java.util.List;

/** The sender of a request. */
public record Caller(String user, String uid, List<String> groups) {
    /** The user who may do everything; also used for requests without a token. */
    public static final Caller ADMIN = new Caller("system:admin", "",
            List.of("system:masters", "system:authenticated"));

    public static Caller serviceAccount(String namespace, String name, String uid) {
        return new Caller("system:serviceaccount:" + namespace + ":" + name, uid,
                List.of("system:serviceaccounts", "system:serviceaccounts:" + namespace, "system:authenticated"));
    }
}
