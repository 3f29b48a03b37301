package io.azureccm.e2e.azure.routing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.wire.Json;
import java.util.List;

/**
 * The permissions of the identity, as {@code Microsoft.Authorization/permissions} lists them at a scope: everything,
 * unless a test sets others. They are reported but not enforced.
 */
public final class Permissions {
    /** One role at a scope: actions with wildcards, minus its notActions. */
    public record Grant(List<String> actions, List<String> notActions) {
        public Grant {
            actions = List.copyOf(actions);
            notActions = List.copyOf(notActions);
        }
    }

    private static final List<Grant> OWNER = List.of(new Grant(List.of("*"), List.of()));

    private volatile List<Grant> everywhere = OWNER;

    /** The permissions at every scope. */
    public void set(List<Grant> grants) {
        everywhere = List.copyOf(grants);
    }

    /** The list as returned by ARM. */
    public List<ObjectNode> list() {
        return everywhere.stream().map(Permissions::shown).toList();
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
