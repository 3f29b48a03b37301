package io.azureccm.e2e.azure.types.compute;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.types.Draft;
import io.azureccm.e2e.azure.wire.Json;

/** The runtime state of a machine: power state and fault domain, stored hidden and shown on request. */
public final class InstanceViews {
    private static final String VIEW = "instanceView";

    private InstanceViews() {}

    /** Moves the instance view of a seed to its place in the hidden data. */
    static void keep(Draft draft) {
        if (draft.properties().remove(VIEW) instanceof ObjectNode given && draft.lenient())
            draft.hidden().set(VIEW, given);
        if (!draft.hidden().has(VIEW)) {
            ObjectNode view = draft.hidden().putObject(VIEW);
            int number = draft.id().name().matches("\\d{1,6}") ? Integer.parseInt(draft.id().name()) : 0;
            view.put("platformUpdateDomain", number % 5).put("platformFaultDomain", number % 5);
            setPower(view, "running");
        }
    }

    /** The resource with another power state: running, starting, stopping, stopped, deallocating or deallocated. */
    public static Resource withPower(Resource machine, String state) {
        ObjectNode hidden = machine.hidden().deepCopy();
        setPower(Json.child(hidden, VIEW), state);
        return machine.withHidden(hidden);
    }

    private static void setPower(ObjectNode view, String state) {
        view.putArray("statuses")
                .add(status("ProvisioningState/succeeded", "Provisioning succeeded"))
                .add(status("PowerState/" + state, "VM " + state));
    }

    private static ObjectNode status(String code, String text) {
        return Json.object().put("code", code).put("level", "Info").put("displayStatus", text);
    }

    /** The complete view, as returned by its own URL and {@code $expand=instanceView}. */
    public static ObjectNode of(Resource machine) {
        ObjectNode view = Json.child(machine.hidden().deepCopy(), VIEW);
        Json.putIfAbsent(view, "computerName", Json.textOr(machine.properties(), machine.id().name(), "osProfile",
                "computerName"));
        Json.putIfAbsent(view, "osName", "ubuntu");
        Json.putIfAbsent(view, "hyperVGeneration", "V2");
        if (!view.has("vmAgent"))
            view.putObject("vmAgent")
                    .put("vmAgentVersion", "2.9.1.1")
                    .putArray("statuses")
                    .add(
                            status("ProvisioningState/succeeded", "Ready").put("message", "Guest Agent is running"));
        if (!view.has("disks"))
            view.putArray("disks")
                    .addObject()
                    .put("name", diskName(machine.id()))
                    .putArray("statuses")
                    .add(status("ProvisioningState/succeeded", "Provisioning succeeded"));
        return view;
    }

    static String diskName(ResourceId machine) {
        return String.join("_", machine.names()) + "_OsDisk_1";
    }
}
