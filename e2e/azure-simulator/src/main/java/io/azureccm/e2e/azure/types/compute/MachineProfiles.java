package io.azureccm.e2e.azure.types.compute;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.wire.Json;
import java.util.List;
import java.util.Locale;

/** What Azure fills into the operating system and disk profiles of a machine with an image. */
final class MachineProfiles {
    private MachineProfiles() {}

    /**
     * Fills the profiles below the object.
     *
     * @param owner properties of a machine, or the profile of a scale set
     * @param disks prefix of managed disk IDs; empty for a model, whose disks do not exist
     */
    static void fill(ObjectNode owner, String disks) {
        ObjectNode os = Json.child(owner, "osProfile");
        os.remove(List.of("adminPassword", "customData"));
        if (!(owner.get("storageProfile") instanceof ObjectNode storage)
                || !(storage.get("imageReference") instanceof ObjectNode image))
            return;
        boolean windows = Json.textOr(image, "", "publisher").toLowerCase(Locale.ROOT).contains("windows");
        ObjectNode disk = Json.child(storage, "osDisk");
        Json.putIfAbsent(disk, "osType", windows ? "Windows" : "Linux");
        Json.putIfAbsent(disk, "createOption", "FromImage");
        Json.putIfAbsent(disk, "caching", "None");
        Json.putIfAbsent(Json.child(disk, "managedDisk"), "storageAccountType", "Premium_LRS");
        Json.putIfAbsent(disk, "diskSizeGB", windows ? 127 : 30);
        if (!disks.isEmpty()) {
            Json.putIfAbsent(image, "exactVersion", "1.0.0");
            Json.putIfAbsent(Json.child(disk, "managedDisk"), "id", disks + Json.textOr(disk, "os", "name"));
            Json.arrayAt(storage, "dataDisks");
        }
        if (windows) {
            ObjectNode configuration = Json.child(os, "windowsConfiguration");
            Json.putIfAbsent(configuration, "provisionVMAgent", true);
            Json.putIfAbsent(configuration, "enableAutomaticUpdates", true);
        } else {
            ObjectNode configuration = Json.child(os, "linuxConfiguration");
            Json.putIfAbsent(configuration, "disablePasswordAuthentication", false);
            Json.putIfAbsent(configuration, "provisionVMAgent", true);
        }
        Json.arrayAt(os, "secrets");
        Json.putIfAbsent(os, "allowExtensionOperations", true);
        Json.putIfAbsent(os, "requireGuestProvisionSignal", true);
    }

    static String disksOf(io.azureccm.e2e.azure.store.ResourceId machine) {
        return machine.groupId() + "/providers/Microsoft.Compute/disks/";
    }
}
