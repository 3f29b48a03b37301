package io.azureccm.service.model;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.config.ExtendedLocation;
import io.azureccm.common.config.loadbalancer.LoadBalancerSku;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Ownership;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.common.net.IpAddress;
import io.azureccm.service.spec.IpFamily;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** A public IP, observed or desired; a change without effect returns the same instance. */
public final class PublicIp extends Element {
    private static final String VERSION = "publicIPAddressVersion";
    private static final String ALLOCATION = "publicIPAllocationMethod";

    private final ArmId id;
    private final Map<String, String> tags;
    private final List<String> services;
    private final String cluster;
    private final String address;
    private final Optional<ArmId> attachedTo;

    /** Where a public IP is created: in zones of the region (none: Azure decides) or in an edge zone. */
    public record Location(String region, ExtendedLocation edgeZone, List<String> zones) {}

    public PublicIp(ArmId id, ObjectNode json) {
        super(id, json);
        this.id = id;
        this.tags = ResourceTags.of(json);
        this.services = Ownership.services(tags);
        this.cluster = Ownership.cluster(tags);
        this.address = IpAddress.canonical(spelledAddress());
        this.attachedTo = ArmId.tryParse(ipConfiguration()).map(ArmId::root);
    }

    @Override
    public ArmId id() {
        return id;
    }

    @Override
    public Map<String, String> tags() {
        return tags;
    }

    /** The Services named by its tags, see {@link Ownership#services}. */
    public List<String> services() {
        return services;
    }

    /** The cluster named by its tags, "" for none. */
    public String cluster() {
        return cluster;
    }

    /** True if its tags name this cluster or none. */
    public boolean isOfCluster(String name) {
        return cluster.isEmpty() || cluster.equalsIgnoreCase(name);
    }

    /** Its relation to one Service of one cluster, according to its tags. */
    public Ownership.Claim claim(String ofCluster, String service) {
        return Ownership.claim(services, cluster, ofCluster, service);
    }

    /** The resource that it is attached to by its IP configuration. */
    public Optional<ArmId> attachedTo() {
        return attachedTo;
    }

    public static PublicIp of(ObjectNode json) {
        return new PublicIp(ArmId.parse(ArmJson.text(json, "id")), json);
    }

    /** {@code prefix}: the id of the prefix to allocate the address from, "" for none. */
    public static PublicIp created(ArmId id, Location location, LoadBalancerSku sku, IpFamily family, String prefix,
            Map<String, String> ipTags) {
        ObjectNode json = ArmJson.object().put("location", location.region());
        boolean standard = sku == LoadBalancerSku.STANDARD;
        if (standard)
            json.putObject("sku").put("name", "Standard");
        ObjectNode properties = ArmJson.properties(json);
        properties.put(ALLOCATION, standard || family == IpFamily.IPV4 ? "Static" : "Dynamic");
        properties.put(VERSION, family.azureName());
        if (!prefix.isEmpty())
            properties.set("publicIPPrefix", ArmJson.reference(prefix));
        if (!ipTags.isEmpty())
            properties.set("ipTags", array(ipTags));
        ArmJson.putEdgeZone(json, location.edgeZone());
        if (!location.zones().isEmpty())
            json.set("zones", ArmJson.textArray(location.zones()));
        return new PublicIp(id, json);
    }

    /** In canonical form; "" until Azure has allocated one. */
    public String address() {
        return address;
    }

    /** The address as spelled by Azure. */
    public String spelledAddress() {
        return ArmJson.text(json(), "properties", "ipAddress");
    }

    public IpFamily family() {
        return ArmJson.family(json(), VERSION);
    }

    /** By type. */
    public Map<String, String> ipTags() {
        Map<String, String> tags = new TreeMap<>();
        ArmJson.list(json(), "properties", "ipTags")
                .forEach(tag -> tags.put(ArmJson.text(tag, "ipTagType"), ArmJson.text(tag, "tag")));
        return tags;
    }

    /** "" for none. */
    public String dnsLabel() {
        return ArmJson.text(json(), "properties", "dnsSettings", "domainNameLabel");
    }

    /** The id of the IP configuration that it is attached to, "" for none. */
    public String ipConfiguration() {
        return ArmJson.text(json(), "properties", "ipConfiguration", "id");
    }

    /** The id of the NAT gateway that it is attached to, "" for none. */
    public String natGateway() {
        return ArmJson.text(json(), "properties", "natGateway", "id");
    }

    /** A copy with the properties required to serve a family behind a load balancer of this SKU. */
    public PublicIp serving(IpFamily family, LoadBalancerSku sku) {
        boolean standard = sku == LoadBalancerSku.STANDARD;
        String allocation = standard ? "Static" : "Dynamic";
        PublicIp next = this;
        if (standard && !ArmJson.text(json(), "sku", "name").equalsIgnoreCase("Standard"))
            next = next.edited(body -> body.withObject("/sku").put("name", "Standard"));
        if (ArmJson.text(json(), "properties", VERSION).isEmpty())
            next = next.edited(body -> ArmJson.properties(body).put(VERSION, family.azureName()));
        if (family == IpFamily.IPV6 && !ArmJson.text(json(), "properties", ALLOCATION).equalsIgnoreCase(allocation))
            next = next.edited(body -> ArmJson.properties(body).put(ALLOCATION, allocation));
        return next;
    }

    /** "" removes the label and its settings; a label that differs only in case is not changed. */
    public PublicIp withDnsLabel(String label) {
        if (label.isEmpty())
            return json().path("properties").hasNonNull("dnsSettings")
                    ? edited(body -> ArmJson.properties(body).putNull("dnsSettings"))
                    : this;
        return label.equalsIgnoreCase(dnsLabel())
                ? this
                : edited(body -> ArmJson.properties(body).withObject("/dnsSettings").put("domainNameLabel", label));
    }

    public PublicIp withIpTags(Map<String, String> ipTags) {
        return edited(body -> ArmJson.properties(body).set("ipTags", array(ipTags)));
    }

    public PublicIp withTags(Map<String, String> tags) {
        return tags == tags() || List.copyOf(tags.entrySet()).equals(List.copyOf(tags().entrySet()))
                ? this
                : edited(body -> ResourceTags.put(body, tags));
    }

    private PublicIp edited(Consumer<ObjectNode> edit) {
        ObjectNode next = json().deepCopy();
        edit.accept(next);
        return new PublicIp(id, next);
    }

    private static ArrayNode array(Map<String, String> ipTags) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        ipTags.forEach((type, tag) -> array.addObject().put("ipTagType", type).put("tag", tag));
        return array;
    }
}
