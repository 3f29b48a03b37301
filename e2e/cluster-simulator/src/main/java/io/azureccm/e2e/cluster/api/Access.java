package io.azureccm.e2e.cluster.api;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.azureccm.e2e.cluster.http.HttpRequest;

/**
 * Who is who and who may what. Requests without a token come from the administrator, as on a port for the machine
 * itself; a token must be known, or the answer is 401.
 */
public final class Access {
    private final Map<String, Caller> tokens = new ConcurrentHashMap<>();

    /** Makes a token known. */
    public void addToken(String token, Caller caller) {
        tokens.put(token, caller);
    }

    /** Forgets a token: requests that carry it get 401 from now on. */
    public void revoke(String token) {
        tokens.remove(token);
    }

    Caller authenticate(HttpRequest http) {
        String header = http.header("authorization");
        if (header.isEmpty()) {
            return Caller.ADMIN;
        }
        Caller caller = header.startsWith("Bearer ") ? tokens.get(header.substring("Bearer ".length()).strip()) : null;
        if (caller == null) {
            throw ApiError.unauthorized();
        }
        return caller;
    }

    Caller ofToken(String token) {
        return tokens.get(token);
    }

    void authorize(Caller caller, ResourceCall call) {
        if (!allows(caller)) {
            throw ApiError.forbidden(call.type(), call.name(),
                    "User \"" + caller.user() + "\" cannot " + call.verb() + " resource \""
                            + call.resource() + "\"");
        }
    }

    boolean allows(Caller caller) {
        return !caller.user().isEmpty();
    }
}
