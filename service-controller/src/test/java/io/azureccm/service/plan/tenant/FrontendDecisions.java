package io.azureccm.service.plan.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Ownership;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.PrivateLink;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.PlannedService;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.plan.World;
import io.azureccm.service.spec.ServiceSpec;
import java.util.List;

/** Checks who publishes frontends by private link services, and who sets the DNS labels of public IPs of users. */
final class FrontendDecisions {
    private final World world;
    private final ServicePlan plan;

    FrontendDecisions(World world, ServicePlan plan) {
        this.world = world;
        this.plan = plan;
    }

    void check() {
        for (Operation operation : plan.plan().operations()) {
            if (operation.verb() != Operation.Verb.PUT)
                continue;
            if (operation.target().hasType(ArmTypes.PRIVATE_LINK_SERVICE))
                checkLink(operation);
            else if (operation.target().hasType(ArmTypes.PUBLIC_IP))
                checkLabel(operation);
        }
    }

    private void checkLink(Operation operation) {
        for (ArmId frontend : PrivateLink.of(operation.body().deepCopy().put("id", operation.target().toString()))
                .frontends())
            owners(frontend.name()).forEach(owner -> assertThat(operation.subjects())
                    .as("who publishes frontend %s of %s", frontend.name(), owner.subject())
                    .containsExactly(owner.subject()));
    }

    private void checkLabel(Operation operation) {
        ArmId id = operation.target();
        PublicIp before = world.resource(ArmTypes.PUBLIC_IP, id.name()).map(PublicIp::of).orElse(null);
        if (before == null || !Ownership.services(ResourceTags.of(before.json())).isEmpty())
            return;
        String label = PublicIp.of(operation.body().deepCopy().put("id", id.toString())).dnsLabel();
        if (!label.equals(before.dnsLabel()))
            namesOfFrontendsAt(id).stream()
                    .flatMap(name -> owners(name).stream())
                    .forEach(owner -> assertThat(owner.address().dnsLabel())
                            .as("label of %s, which %s named first", id.name(), owner.subject())
                            .hasValueSatisfying(own -> assertThat(own).isEqualToIgnoringCase(label)));
    }

    private List<String> namesOfFrontendsAt(ArmId publicIp) {
        return world.resources()
                .values()
                .stream()
                .flatMap(body -> ArmJson.list(body, "properties", "frontendIPConfigurations").stream())
                .filter(frontend -> publicIp
                        .matches(ArmJson.text(frontend, "properties", "publicIPAddress", "id")))
                .map(ArmJson::name)
                .toList();
    }

    private List<ServiceSpec> owners(String frontend) {
        return plan.plannedServices()
                .values()
                .stream()
                .map(PlannedService::spec)
                .filter(service -> service.wanted() && ServiceNames.owns(service, frontend))
                .toList();
    }
}
