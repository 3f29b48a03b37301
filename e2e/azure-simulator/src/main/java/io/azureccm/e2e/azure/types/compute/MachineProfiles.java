package io.azureccm.e2e.azure.types.compute;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.wire.Json;
import java.util.List;
import java.util.Locale;

/** What Azure fills into the operating system and disk profiles of a machine with an image. */
final class MachineProfiles {
    private static final JsonNode MACHINE = Json.parse("""
            {"osProfile": {"secrets": [], "allowExtensionOperations": true, "requireGuestProvisionSignal": true},
             "storageProfile": {"osDisk": {"createOption": "FromImage", "caching": "None",
               "managedDisk": {"storageAccountType": "Premium_LRS"}}}}""");
    private static final JsonNode LINUX = Json.parse("""
            {"osProfile": {"linuxConfiguration": {"disablePasswordAuthentication": false, "provisionVMAgent": true}},
             "storageProfile": {"osDisk": {"osType": "Linux", "diskSizeGB": 30}}}""");
    private static final JsonNode WINDOWS = Json.parse("""
            {"osProfile": {"windowsConfiguration": {"provisionVMAgent": true, "enableAutomaticUpdates": true}},
             "storageProfile": {"osDisk": {"osType": "Windows", "diskSizeGB": 127}}}""");

    private MachineProfiles() {}

    /**
     * Fills the profiles below the object.
     *
     * @param owner properties of a machine, or the profile of a scale set
     * @param disks prefix of managed disk IDs; empty for a model, whose disks do not exist
     */
    static void fill(ObjectNode owner, String disks) {
        Json.child(owner, "osProfile").remove(List.of("adminPassword", "customData"));
        if (!(owner.get("storageProfile") instanceof ObjectNode storage)
                || !(storage.get("imageReference") instanceof ObjectNode image))
            return;
        boolean windows = Json.textOr(image, "", "publisher").toLowerCase(Locale.ROOT).contains("windows");
        Json.fillIn(owner, MACHINE);
        Json.fillIn(owner, windows ? WINDOWS : LINUX);
        if (!disks.isEmpty()) {
            ObjectNode disk = Json.child(storage, "osDisk");
            Json.putIfAbsent(image, "exactVersion", "1.0.0");
            Json.putIfAbsent(Json.child(disk, "managedDisk"), "id", disks + Json.textOr(disk, "os", "name"));
            Json.arrayAt(storage, "dataDisks");
        }
    }

    static String disksOf(io.azureccm.e2e.azure.store.ResourceId machine) {
        return machine.groupId() + "/providers/Microsoft.Compute/disks/";
    }
}
