package io.azureccm.common.serve;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A user as in the Kubernetes API; {@code extra} is sorted by key, the uid may be empty. */
record UserInfo(String name, String uid, List<String> groups, Map<String, List<String>> extra) {
    static final String MASTERS = "system:masters";
    private static final String AUTHENTICATED = "system:authenticated";
    private static final String UNAUTHENTICATED = "system:unauthenticated";
    private static final String NOBODY = "system:anonymous";
    static final UserInfo ANONYMOUS = new UserInfo(NOBODY, "", List.of(UNAUTHENTICATED), Map.of());

    UserInfo {
        groups = List.copyOf(groups);
        extra = Collections.unmodifiableMap(new TreeMap<>(extra));
    }

    /**
     * A user that somebody trusted names. All are in the group of all authenticated users, except the anonymous one and those who
     * are named as unauthenticated: a proxy relays them, too.
     */
    static UserInfo authenticated(String name, String uid, List<String> groups, Map<String, List<String>> extra) {
        return new UserInfo(name, uid, name.equals(NOBODY) || groups.contains(AUTHENTICATED)
                || groups.contains(UNAUTHENTICATED)
                        ? groups
                        : Stream.concat(groups.stream(), Stream.of(AUTHENTICATED)).toList(),
                extra);
    }

    boolean isAnonymous() {
        return name.equals(NOBODY);
    }
}
