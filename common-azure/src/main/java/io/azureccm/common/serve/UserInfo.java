package io.azureccm.common.serve;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A user as in the Kubernetes API; {@code extra} is sorted by key, the uid may be empty. */
record UserInfo(String name, String uid, List<String> groups, Map<String, List<String>> extra) {
    static final String MASTERS = "system:masters";
    private static final String AUTHENTICATED = "system:authenticated";
    static final UserInfo ANONYMOUS = new UserInfo("system:anonymous", "", List.of("system:unauthenticated"),
            Map.of());

    UserInfo {
        groups = List.copyOf(groups);
        extra = Map.copyOf(extra);
    }

    /** An authenticated user, who is therefore in the group of all authenticated users. */
    static UserInfo authenticated(String name, String uid, List<String> groups, Map<String, List<String>> extra) {
        return new UserInfo(name, uid, groups.contains(AUTHENTICATED)
                ? groups
                : Stream.concat(groups.stream(), Stream.of(AUTHENTICATED)).toList(), new TreeMap<>(extra));
    }

    boolean isAnonymous() {
        return this == ANONYMOUS;
    }
}
