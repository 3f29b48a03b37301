package io.azureccm.service.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.estate.Estate;
import io.azureccm.service.intent.IpFamily;
import io.azureccm.service.intent.ServiceIntent;
import io.azureccm.service.intent.ServiceIntent.Stage;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.Tree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The first half of a pass: gives every Service its public IPs, frontends, rules and probes, in order of age, and stops those
 * that cannot have what they ask for: a missing resource, or a port that an older Service has on the same frontend.
 */
final class FrontendStage {
    /** Services with what stopped them, and for those whose traffic is planned their frontends and rules. */
    record Result(List<ServiceIntent> services, Map<ServiceIntent, List<FrontendModel>> frontends,
            Map<ServiceIntent, RulePlanner.Traffic> traffic, Map<ServiceIntent, Set<ArmId>> publicIps) {}

    private final Estate estate;
    private final Placement placement;
    private final PublicIpPlanner publicIps;
    private final FrontendPlanner frontends;
    private final RulePlanner rules;

    FrontendStage(PlannerSettings settings, Estate estate, Placement placement, PublicIpPlanner publicIps,
            Questions questions) {
        this.estate = estate;
        this.placement = placement;
        this.publicIps = publicIps;
        this.frontends = new FrontendPlanner(settings, estate, placement, publicIps, questions);
        this.rules = new RulePlanner(settings, placement);
    }

    Result plan() {
        Result result = new Result(new ArrayList<>(), new LinkedHashMap<>(), new LinkedHashMap<>(), new HashMap<>());
        Map<ServiceIntent, List<FrontendModel>> addressed = new LinkedHashMap<>();
        List<ServiceIntent> decided = new ArrayList<>();
        for (ServiceIntent service : placement.services()) {
            Decision<List<FrontendModel>> decision = decide(service);
            ServiceIntent next = decision.refusal()
                    .map(refusal -> service.stoppedAt(Stage.ADDRESS, refusal))
                    .orElse(service);
            decided.add(next);
            if (next.plans(Stage.TRAFFIC))
                decision.value().ifPresent(value -> addressed.put(next, value));
        }
        Map<String, String> taken = takenPorts(new KnownServices(decided));
        for (ServiceIntent service : decided) {
            List<FrontendModel> own = addressed.get(service);
            if (own == null) {
                result.services().add(service);
                continue;
            }
            RulePlanner.Traffic traffic = rules.plan(service, own);
            Optional<Refusal> conflict = conflict(service, own, taken);
            ServiceIntent next = conflict.map(refusal -> service.stoppedAt(Stage.TRAFFIC, refusal)).orElse(service);
            result.services().add(next);
            Set<ArmId> used = new TreeSet<>();
            own.forEach(frontend -> frontend.publicIp().ifPresent(used::add));
            result.publicIps().put(next, used);
            if (conflict.isPresent())
                continue;
            result.frontends().put(next, own);
            result.traffic().put(next, traffic);
        }
        return result;
    }

    /** A Service whose rules are wrong gets its public IP all the same: the address is there when the mistake is mended. */
    private Decision<List<FrontendModel>> decide(ServiceIntent service) {
        if (service.plans(Stage.TRAFFIC))
            return frontends.plan(service);
        if (service.plans(Stage.ADDRESS) && !service.address().internal()) {
            for (IpFamily family : service.address().families()) {
                Decision<ArmId> ip = publicIps.require(service, family);
                if (ip.refusal().isPresent())
                    return Decision.refused(ip.refusal().get());
            }
        }
        return Decision.of(List.of());
    }

    /** Frontend, protocol and port of every rule that stays whatever the planned Services want, with its name. */
    private Map<String, String> takenPorts(KnownServices known) {
        Map<String, String> taken = new HashMap<>();
        for (ArmId id : placement.managed()) {
            ObjectNode balancer = estate.loadBalancer(id).orElse(null);
            for (ObjectNode rule : Tree.list(balancer, "properties", "loadBalancingRules")) {
                if (!known.isPlanned(Tree.name(rule)))
                    taken.put(portKey(rule), "rule " + Tree.name(rule));
            }
            for (ObjectNode rule : Tree.list(balancer, "properties", "inboundNatRules")) {
                taken.put(portKey(rule), "inbound NAT rule " + Tree.name(rule));
            }
        }
        return taken;
    }

    private static Optional<Refusal> conflict(ServiceIntent service, List<FrontendModel> frontends,
            Map<String, String> taken) {
        Map<String, String> own = new LinkedHashMap<>();
        for (FrontendModel frontend : frontends) {
            service.traffic()
                    .ports()
                    .forEach(port -> own.put(key(frontend.id().toString(), port.protocol().ruleProtocol(), port.port()),
                            port.name()));
        }
        for (Map.Entry<String, String> port : own.entrySet()) {
            String holder = taken.get(port.getKey());
            if (holder != null) {
                return Optional.of(new Refusal("PortConflict", service.subject(),
                        "checkLoadBalancerResourcesConflicts: service port "
                                + port.getValue() + " (" + port.getKey().substring(port.getKey().lastIndexOf('/') + 1)
                                + ") is already used by " + holder
                                + " on the same frontend: use another port or another address"));
            }
        }
        own.keySet().forEach(key -> taken.put(key, "service " + service.subject()));
        return Optional.empty();
    }

    private static String portKey(ObjectNode rule) {
        return key(Tree.text(rule, "properties", "frontendIPConfiguration", "id"),
                Tree.text(rule, "properties", "protocol"),
                rule.path("properties").path("frontendPort").asInt());
    }

    private static String key(String frontend, String protocol, int port) {
        return frontend.toLowerCase(Locale.ROOT) + " " + protocol.toLowerCase(Locale.ROOT) + " " + port;
    }
}
