package io.azureccm.common.machine.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.ArmList;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.unreadable.UnreadableResource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** An ARM that shows what was put in, counts who asks, and fails or waits where it is told to. */
public final class ListedArm implements ArmGateway {
    static final String GROUP = "/subscriptions/s/resourceGroups/Rg/providers/";
    public static final String COMPUTE = GROUP + "Microsoft.Compute/";
    static final String NETWORK = GROUP + "Microsoft.Network/";
    private static final ObjectMapper JSON = new ObjectMapper();

    public final List<String> asked = new CopyOnWriteArrayList<>();
    private final Map<ArmId, ObjectNode> resources = new TreeMap<>();
    private final Map<String, ArmException> failures = new ConcurrentHashMap<>();
    private final Map<String, CountDownLatch> gates = new ConcurrentHashMap<>();
    /** What cannot be read, by the resource that is shown so. */
    private final Map<ArmId, UnreadableResource> broken = new ConcurrentHashMap<>();

    /** Single quotes stand for double ones; {@code parent} is the collection that lists it, if that is not the parent path. */
    public ListedArm put(String id, String body) {
        try {
            ObjectNode node = (ObjectNode) JSON.readTree(body.replace('\'', '"'));
            node.put("id", id);
            resources.put(ArmId.parse(id), node);
            return this;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    public ListedArm instance(String set, int number, String address) {
        String id = COMPUTE + "virtualMachineScaleSets/" + set + "/virtualMachines/" + number;
        put(id, """
                {'sku':{'name':'Standard_D2'},'location':'WestEurope','zones':['%d'],'properties':{'vmId':'v%d',
                 'provisioningState':'Succeeded','osProfile':{'computerName':'%s%06d'},
                 'instanceView':{'platformFaultDomain':1,'statuses':[{'code':'PowerState/running'}]},
                 'networkProfile':{'networkInterfaces':[{'id':'%s/networkInterfaces/nic'}]}}}
                """.formatted(number + 1, number, set, number, id));
        return put(id + "/networkInterfaces/nic", """
                {'properties':{'primary':true,'ipConfigurations':[{'properties':{'primary':true,
                 'privateIPAddress':'%s'}}]}}""".formatted(address));
    }

    public ListedArm scaleSet(String name) {
        return put(COMPUTE + "virtualMachineScaleSets/" + name, """
                {'properties':{'orchestrationMode':'Uniform','virtualMachineProfile':{'osProfile':
                 {'computerNamePrefix':'%s'}}}}""".formatted(name));
    }

    public ListedArm single(String name, String computerName, String address) {
        put(COMPUTE + "virtualMachines/" + name, """
                {'location':'westeurope','properties':{'vmId':'%s','provisioningState':'Succeeded',
                 'hardwareProfile':{'vmSize':'Standard_B2'},'osProfile':{'computerName':'%s'},
                 'networkProfile':{'networkInterfaces':[{'id':'%snetworkInterfaces/%s-nic'}]}}}
                """.formatted(name, computerName, NETWORK, name));
        return put(NETWORK + "networkInterfaces/" + name + "-nic", """
                {'properties':{'ipConfigurations':[{'properties':{'privateIPAddress':'%s'}}]}}""".formatted(address));
    }

    public void remove(String id) {
        resources.remove(ArmId.parse(id));
    }

    /** The next reads of this path fail until {@link #heal}. */
    public void fail(String path, ArmException.Kind kind, Instant retryAfter) {
        failures.put(path, new ArmException(kind, 0, "Broken", "broken", "", retryAfter, null));
    }

    /** The resource cannot be read until {@link #heal}; {@code position}: it is only an element of its list, or 0 if it shows its id. */
    public void breaks(String id, int position) {
        ArmId own = ArmId.parse(id);
        String problem = "properties is null, but must be an object";
        broken.put(own, position == 0
                ? new UnreadableResource(own, true, problem)
                : UnreadableResource.at(own.siblings(), position, problem));
    }

    public void heal() {
        failures.clear();
        broken.clear();
    }

    public CountDownLatch hold(String path) {
        CountDownLatch gate = new CountDownLatch(1);
        gates.put(path, gate);
        return gate;
    }

    @Override
    public Optional<ObjectNode> get(ArmId id, Map<String, String> query) {
        note("GET", id, query);
        if (broken.containsKey(id))
            throw new ArmException(new UnreadableResource(id, true, broken.get(id).problem()),
                    broken.get(id).problem(), "");
        return Optional.ofNullable(resources.get(id)).map(ObjectNode::deepCopy);
    }

    @Override
    public ArmList list(ArmId collection, Map<String, String> query) {
        note("LIST", collection, query);
        List<ObjectNode> shown = new ArrayList<>();
        List<UnreadableResource> unreadable = new ArrayList<>();
        resources.forEach((id, node) -> {
            String parent = id.key().substring(0, id.key().lastIndexOf('/'));
            boolean ofSet = collection.key().endsWith("/networkinterfaces")
                    && parent.startsWith(collection.key().replace("/networkinterfaces", "/virtualmachines/"));
            if (!collection.matches(parent) && !ofSet)
                return;
            if (broken.containsKey(id))
                unreadable.add(broken.get(id));
            else
                shown.add(withoutView(node.deepCopy(), query));
        });
        return new ArmList(shown, unreadable);
    }

    private static ObjectNode withoutView(ObjectNode node, Map<String, String> query) {
        if (query.isEmpty() && node.path("properties") instanceof ObjectNode properties)
            properties.remove("instanceView");
        return node;
    }

    private void note(String verb, ArmId id, Map<String, String> query) {
        asked.add(verb + " " + id.shortName());
        CountDownLatch gate = gates.get(id.toString());
        try {
            if (gate != null)
                gate.await();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        ArmException failure = failures.get(id.toString());
        if (failure != null)
            throw failure;
    }

    @Override
    public PutResult put(ArmId id, ObjectNode body, String ifMatch) {
        throw new UnsupportedOperationException("read only");
    }

    @Override
    public boolean delete(ArmId id, String ifMatch) {
        throw new UnsupportedOperationException("read only");
    }

    @Override
    public Optional<JsonNode> post(ArmId id, String action, JsonNode body) {
        throw new UnsupportedOperationException("read only");
    }
}
