package io.azureccm.common.serve;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A user as the Kubernetes API knows users; {@code extra} is ordered by key, a uid may be empty. */
record UserInfo(String name, String uid, List<String> groups, Map<String, List<String>> extra) {
    static final String MASTERS = "system:masters";
    private static final String AUTHENTICATED = "system:authenticated";
    static final UserInfo ANONYMOUS = new UserInfo("system:anonymous", "", List.of("system:unauthenticated"),
            Map.of());

    UserInfo {
        groups = List.copyOf(groups);
        extra = Map.copyOf(extra);
    }

    /** Somebody who has shown who it is, and hence is in the group of all of those. */
    static UserInfo authenticated(String name, String uid, List<String> groups, Map<String, List<String>> extra) {
        return new UserInfo(name, uid, groups.contains(AUTHENTICATED)
                ? groups
                : Stream.concat(groups.stream(), Stream.of(AUTHENTICATED)).toList(), new TreeMap<>(extra));
    }

    boolean isAnonymous() {
        return this == ANONYMOUS;
    }
}
