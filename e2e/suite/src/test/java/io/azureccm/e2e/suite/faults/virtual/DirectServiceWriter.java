package io.azureccm.e2e.suite.faults.virtual;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.kube.condition.ConditionChange;
import io.azureccm.e2e.suite.faults.cluster.Foreign;
import io.azureccm.e2e.suite.faults.cluster.Simulation;
import io.azureccm.e2e.suite.faults.cluster.Users;
import io.azureccm.service.spec.parse.ServiceSpecParser;
import io.azureccm.service.status.ServiceWriter;
import io.azureccm.service.status.ServiceConditions;
import io.fabric8.kubernetes.api.model.Service;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Writes Services into the simulated cluster without HTTP, each write for the very object that was seen. */
public record DirectServiceWriter(Simulation simulation, VirtualApiFaults faults) implements ServiceWriter {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String RESOURCE = "services";

    @Override
    public boolean addFinalizer(Service service) {
        boolean[] present = {true};
        faults.write(() -> present[0] = finalizers(service, ServiceSpecParser.FINALIZER, true));
        return present[0];
    }

    @Override
    public void removeFinalizer(Service service) {
        faults.write(() -> finalizers(service, ServiceSpecParser.FINALIZER, false));
    }

    @Override
    public void setStatus(Service service, List<String> addresses, ConditionChange conditions) {
        boolean same = Users.addresses(JSON.valueToTree(service)).equals(addresses);
        if (same && conditions.isEmpty())
            return;
        faults.write(() -> {
            if (find(service).isEmpty())
                return;
            ObjectNode status = same ? Foreign.json("{}") : Foreign.json("{\"loadBalancer\": {\"ingress\": null}}");
            if (!conditions.isEmpty())
                status.set("conditions", JSON.valueToTree(
                        conditions.over(ServiceConditions.conditions(service))));
            if (!same && !addresses.isEmpty()) {
                ArrayNode ingress = status.withObjectProperty("loadBalancer").putArray("ingress");
                addresses.forEach(address -> ingress.addObject().put("ip", address));
            }
            simulation.api().patchStatus(RESOURCE, namespace(service), name(service), status);
        });
    }

    private boolean finalizers(Service service, String finalizer, boolean wanted) {
        Optional<ObjectNode> there = find(service);
        if (there.isEmpty())
            return false;
        Set<String> all = new TreeSet<>();
        there.get().at("/metadata/finalizers").forEach(each -> all.add(each.asText()));
        boolean changed = wanted ? all.add(finalizer) : all.remove(finalizer);
        if (changed) {
            ObjectNode patch = Foreign.json("{}");
            ArrayNode left = patch.putObject("metadata").putArray("finalizers");
            all.forEach(left::add);
            simulation.api().patch(RESOURCE, namespace(service), name(service), patch);
        }
        return true;
    }

    private Optional<ObjectNode> find(Service service) {
        String uid = service.getMetadata().getUid();
        return simulation.api()
                .get(RESOURCE, namespace(service), name(service))
                .filter((JsonNode each) -> each.at("/metadata/uid").asText().equals(uid));
    }

    private static String namespace(Service service) {
        return service.getMetadata().getNamespace();
    }

    private static String name(Service service) {
        return service.getMetadata().getName();
    }
}
