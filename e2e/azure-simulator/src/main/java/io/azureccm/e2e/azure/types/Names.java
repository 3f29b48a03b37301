package io.azureccm.e2e.azure.types;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.Json;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Azure's naming rules for network resources, and uniqueness of names inside one resource. */
public final class Names {
    private static final Pattern NETWORK = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9_])?");
    private static final Pattern GROUP = Pattern.compile("[\\p{L}\\p{N}_().-]*[\\p{L}\\p{N}_()-]");

    private Names() {}

    /** Rejects a resource name that Azure would reject. */
    public static void check(World world, String name) {
        if (name.length() > world.limit(Limits.Row.NAME_LENGTH) || !NETWORK.matcher(name).matches())
            throw ArmError.of("InvalidResourceName", name);
    }

    public static void checkGroup(String name) {
        if (name.length() > 90 || !GROUP.matcher(name).matches())
            throw ArmError.of("InvalidResourceGroup", name);
    }

    /** Every element needs a unique name. */
    public static void checkChildren(Draft draft, String array) {
        Set<String> seen = new HashSet<>();
        for (ObjectNode item : Json.objects(draft.properties(), array)) {
            String name = Json.text(item, "name")
                    .orElseThrow(() -> ArmError.of("InvalidRequestFormat.unnamed", array));
            if (draft.lenient())
                continue;
            check(draft.world(), name);
            if (!seen.add(name.toLowerCase(Locale.ROOT)))
                throw ArmError.of("InvalidRequestFormat.sameName", name, array, draft.id());
        }
    }
}
