package io.azureccm.service.reconcile.explain;

import io.azureccm.common.core.explain.Explanation.Line;
import io.azureccm.common.core.explain.Explanation.Section;
import io.azureccm.service.spec.AccessSpec;
import io.azureccm.service.spec.AddressSpec;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.PlacementSpec;
import io.azureccm.service.spec.PortSpec;
import io.azureccm.service.spec.PrivateLinkSpec;
import io.azureccm.service.spec.ProbeSpec;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.TrafficSpec;
import io.azureccm.service.spec.parse.ServiceAnnotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The settings of a Service, each line with the annotation or field that it comes from. */
final class RequestedSettings {
    static final String DEFAULT = "default";
    private final ServiceSpec spec;
    private final Map<String, String> annotations;
    private final List<Line> lines = new ArrayList<>();

    private RequestedSettings(ServiceSpec spec, Map<String, String> annotations) {
        this.spec = spec;
        this.annotations = annotations;
    }

    /** {@code annotations}: of the Service, as written. */
    static Section of(ServiceSpec spec, Map<String, String> annotations) {
        RequestedSettings asked = new RequestedSettings(spec, annotations);
        if (spec.wanted()) {
            asked.address(spec.address());
            asked.traffic(spec.traffic());
            asked.access(spec.access());
            asked.privateLink(spec.privateLink());
            asked.placement(spec.placement());
        } else {
            asked.lines.add(new Line("load balancer", "none",
                    "deleted, or no longer requests a load balancer from this controller"));
        }
        return new Section("asks for", asked.lines);
    }

    private void address(AddressSpec address) {
        add("exposure", address.internal() ? "internal" : "external", DEFAULT, ServiceAnnotation.INTERNAL);
        add("families", address.families().stream().map(IpFamily::azureName).collect(Collectors.joining(", ")),
                "spec.ipFamilies");
        if (address.internal())
            addUnlessEmpty("subnet", address.subnet(), "", ServiceAnnotation.INTERNAL_SUBNET);
        address.fixedIps()
                .forEach((family, ip) -> add("address", ip, "spec.loadBalancerIP",
                        family == IpFamily.IPV6 ? ServiceAnnotation.IPV6 : ServiceAnnotation.IPV4));
        address.publicIpNames()
                .forEach((family, name) -> add("public IP", name, "", ServiceAnnotation.PIP_NAME,
                        ServiceAnnotation.PIP_NAME_IPV6));
        address.publicIpPrefixes()
                .forEach((family, prefix) -> add("public IP prefix", prefix, "", ServiceAnnotation.PIP_PREFIX,
                        ServiceAnnotation.PIP_PREFIX_IPV6));
        addUnlessEmpty("resource group", address.publicIpResourceGroup(), "", ServiceAnnotation.PIP_RESOURCE_GROUP);
        address.dnsLabel()
                .ifPresent(label -> add("DNS label", label.isEmpty() ? "none" : label, "",
                        ServiceAnnotation.DNS_LABEL));
        addUnlessEmpty("further addresses", String.join(", ", address.additionalIps()), "",
                ServiceAnnotation.ADDITIONAL_PUBLIC_IPS);
        addUnlessEmpty("tags", pairs(address.publicIpTags()), "", ServiceAnnotation.PIP_TAGS);
        address.ipTags().ifPresent(tags -> add("IP tags", pairs(tags), "", ServiceAnnotation.PIP_IP_TAGS));
    }

    private void traffic(TrafficSpec traffic) {
        traffic.ports().forEach(port -> lines.add(new Line("port", describe(port), "spec.ports")));
        traffic.sharedProbe()
                .ifPresent(probe -> add("probe of all ports", describe(probe),
                        traffic.local() ? "spec.healthCheckNodePort" : "`clusterServiceLoadBalancerHealthProbeMode`"));
        add("idle timeout", traffic.idleTimeoutMinutes() + " min", DEFAULT, ServiceAnnotation.IDLE_TIMEOUT);
        add("TCP reset", onOff(traffic.tcpReset()), DEFAULT, ServiceAnnotation.DISABLE_TCP_RESET);
        add("floating IP", onOff(traffic.floatingIp()), DEFAULT, ServiceAnnotation.DISABLE_FLOATING_IP);
        if (traffic.highAvailabilityPorts())
            add("all ports in one rule", "on", "", ServiceAnnotation.HIGH_AVAILABILITY_PORTS);
        add("session affinity", traffic.clientAffinity() ? "client address" : "none", "spec.sessionAffinity");
        add("external traffic", traffic.local() ? "nodes that run its pods" : "every node",
                "spec.externalTrafficPolicy");
    }

    private static String describe(PortSpec port) {
        String probe = port.ownProbe()
                .map(each -> ", probe " + describe(each))
                .orElse(port.probed() ? ", the probe of all ports" : ", no probe");
        return (port.name().isEmpty() ? "" : port.name() + " ") + port.protocol() + " " + port.port() + " -> node port "
                + port.nodePort() + (port.hasRule() ? probe : ", no rule");
    }

    private static String describe(ProbeSpec probe) {
        return probe.protocol() + " " + probe.port() + probe.path() + " every " + probe.intervalSeconds() + " s, "
                + probe.threshold() + " times";
    }

    private void access(AccessSpec access) {
        if (access.disabled()) {
            add("security rules", "off", DEFAULT, ServiceAnnotation.DISABLE_SECURITY_RULES);
            return;
        }
        String sources = Stream
                .concat(access.serviceTags().stream(), access.ranges().stream().map(Object::toString))
                .collect(Collectors.joining(", "));
        String field = access.ranges().isEmpty() ? DEFAULT : "spec.loadBalancerSourceRanges";
        add("allowed sources", sources.isEmpty() ? "none" : sources, field, ServiceAnnotation.ALLOWED_IP_RANGES,
                ServiceAnnotation.SOURCE_RANGES, ServiceAnnotation.ALLOWED_SERVICE_TAGS);
        if (!access.destinations().isEmpty())
            add("destinations", access.destinations().stream().map(Object::toString).collect(Collectors.joining(", ")),
                    "", ServiceAnnotation.DESTINATION_RANGES);
        if (access.denyAll())
            add("everybody else", "denied by a rule", "", ServiceAnnotation.DENY_ALL);
    }

    private void privateLink(PrivateLinkSpec link) {
        if (!link.wanted())
            return;
        add("private link service", link.name().isEmpty() ? "with the default name" : link.name(), "",
                ServiceAnnotation.PLS_CREATE, ServiceAnnotation.PLS_NAME);
    }

    private void placement(PlacementSpec placement) {
        addUnlessEmpty("load balancers", String.join(", ", placement.configurations()), "",
                ServiceAnnotation.CONFIGURATIONS);
        addUnlessEmpty("VM set", placement.mode(), "", ServiceAnnotation.MODE);
    }

    private void addUnlessEmpty(String what, String value, String otherwise, ServiceAnnotation... from) {
        if (!value.isEmpty())
            add(what, value, otherwise, from);
    }

    /** {@code otherwise}: the source of the value if none of the annotations is set, or understood. */
    private void add(String what, String value, String otherwise, ServiceAnnotation... from) {
        String written = Stream.of(from)
                .map(ServiceAnnotation::key)
                .filter(annotations::containsKey)
                .collect(Collectors.joining(", "));
        boolean mistaken = !written.isEmpty() && !otherwise.isEmpty()
                && spec.mistake().filter(stop -> stop.refusal().message().contains(written)).isPresent();
        lines.add(new Line(what, value, mistaken
                ? otherwise + ", as " + written + " is invalid"
                : written.isEmpty() ? otherwise : written));
    }

    private static String onOff(boolean is) {
        return is ? "on" : "off";
    }

    private static String pairs(Map<String, String> pairs) {
        return pairs.entrySet()
                .stream()
                .map(pair -> pair.getKey() + "=" + pair.getValue())
                .collect(Collectors.joining(", "));
    }
}
