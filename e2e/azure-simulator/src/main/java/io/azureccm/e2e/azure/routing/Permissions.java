package io.azureccm.e2e.azure.routing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.wire.Json;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the identity may do, as {@code Microsoft.Authorization/permissions} lists it at a scope: everything, unless a test says otherwise. It
 * is told and not enforced.
 */
public final class Permissions {
    /** One role at a scope: actions with wildcards, without those of its own exceptions. */
    public record Grant(List<String> actions, List<String> notActions) {
        public Grant {
            actions = List.copyOf(actions);
            notActions = List.copyOf(notActions);
        }
    }

    private static final List<Grant> OWNER = List.of(new Grant(List.of("*"), List.of()));

    private final Map<String, List<Grant>> byScope = new ConcurrentHashMap<>();
    private volatile List<Grant> everywhere = OWNER;

    /** What holds at every scope that has no grants of its own. */
    public void set(List<Grant> grants) {
        everywhere = List.copyOf(grants);
    }

    /** What holds at one scope, a resource group or a resource. */
    public void set(String scope, List<Grant> grants) {
        byScope.put(scope.toLowerCase(Locale.ROOT), List.copyOf(grants));
    }

    /** The list as ARM shows it. */
    public List<ObjectNode> at(String scope) {
        return byScope.getOrDefault(scope.toLowerCase(Locale.ROOT), everywhere)
                .stream()
                .map(Permissions::shown)
                .toList();
    }

    private static ObjectNode shown(Grant grant) {
        ObjectNode shown = Json.object();
        grant.actions().forEach(shown.putArray("actions")::add);
        grant.notActions().forEach(shown.putArray("notActions")::add);
        shown.putArray("dataActions");
        shown.putArray("notDataActions");
        return shown;
    }
}
