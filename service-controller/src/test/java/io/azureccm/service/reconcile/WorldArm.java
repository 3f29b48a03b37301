package io.azureccm.service.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.ArmList;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.exec.FakeArm;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.plan.World;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A {@link World} behind the gateway to ARM: its rules apply to writes, etags change as in Azure, and calls fail on request. */
public final class WorldArm implements ArmGateway {
    private final World world;
    private final List<String> log = new ArrayList<>();
    private Runnable duringLists = () -> {};
    private final Map<String, Deque<ArmException>> failures = new HashMap<>();
    private final Set<String> forbidden = new HashSet<>();
    private boolean addressesLater;
    private String refused = "";
    private String givenAway = "";
    private final List<Refusal> refusals = new ArrayList<>();
    private BiConsumer<ArmId, ObjectNode> changed = (id, body) -> {};
    private int refusedWrites;
    private int etags = 100;

    WorldArm(World world) {
        this.world = world;
    }

    /** A lasting refusal of writes with some verb and content; the body is null for a deletion. */
    public record Refusal(String verb, String type, Predicate<ObjectNode> content, ArmException answer) {
        public static Refusal of(String type, Predicate<ObjectNode> content, int status, String code, String message) {
            return new Refusal("PUT", type, content, new ArmException(
                    status == 403 ? ArmException.Kind.FORBIDDEN : ArmException.Kind.REJECTED, status, code, message, "",
                    null, null));
        }

        boolean concerns(String verb, ArmId id, ObjectNode body) {
            return this.verb.equals(verb) && (type.isEmpty() || id.hasType(type)) && content.test(body);
        }
    }

    /** Azure refuses such writes from now on. */
    public synchronized void refuses(Refusal refusal) {
        refusals.add(refusal);
    }

    public synchronized void refusesNothing() {
        refusals.clear();
    }

    /** How many writes were refused for a lasting reason. */
    public synchronized int refusedWrites() {
        return refusedWrites;
    }

    private void refuse(String verb, ArmId id, ObjectNode body) {
        for (Refusal refusal : refusals) {
            if (refusal.concerns(verb, id, body)) {
                refusedWrites++;
                throw refusal.answer();
            }
        }
    }

    /** The next such call fails before it takes effect. */
    public synchronized void fails(String verb, ArmId id, ArmException.Kind kind) {
        fails(verb, id, FakeArm.failure(kind, "No"), 1);
    }

    /** So many such calls in a row fail before they take effect. */
    public synchronized void fails(String verb, ArmId id, ArmException failure, int times) {
        failures.put(verb + " " + id.key(), new ArrayDeque<>(Collections.nCopies(times, failure)));
    }

    /** What happens while each list is answered, which shows the earlier state. */
    public synchronized void duringLists(Runnable happening) {
        duringLists = happening;
    }

    /** Forbids reading such lists from now on. */
    public synchronized void forbidsLists(String type) {
        forbidden.add("LIST " + type);
    }

    /** The answer to the write of a public IP does not contain its address yet, as in Azure. */
    public synchronized void showsAddressesLater() {
        addressesLater = true;
    }

    /** Azure rejects load balancers whose body contains this text. */
    synchronized void refusesBalancersWith(String text) {
        refused = text;
    }

    /** A private link service uses this address of a subnet; "" for none. */
    synchronized void hasGivenAway(String address) {
        givenAway = address;
    }

    /** A policy that changes what is written. */
    public synchronized void changes(BiConsumer<ArmId, ObjectNode> policy) {
        changed = policy;
    }

    private static boolean asksFor(ObjectNode balancer, String address) {
        return balancer.at("/properties/frontendIPConfigurations")
                .valueStream()
                .map(frontend -> frontend.path("properties"))
                .anyMatch(frontend -> frontend.path("privateIPAddress").asText().equals(address)
                        && frontend.path("privateIPAllocationMethod").asText().equals("Static"));
    }

    /** All calls so far, such as {@code PUT loadBalancers/kubernetes}. */
    public synchronized List<String> log() {
        return List.copyOf(log);
    }

    /** The writes among them. */
    public List<String> writes() {
        return log().stream().filter(call -> !call.startsWith("GET ") && !call.startsWith("LIST ")).toList();
    }

    public long calls(String call) {
        return log().stream().filter(call::equals).count();
    }

    @Override
    public synchronized Optional<ObjectNode> get(ArmId id, Map<String, String> query) {
        enter("GET", id);
        if (id.hasType(ArmTypes.LOAD_BALANCER))
            return balancers().stream().filter(body -> isThe(id, body)).findFirst();
        return stored(id);
    }

    @Override
    public synchronized ArmList list(ArmId collection, Map<String, String> query) {
        enter("LIST", collection);
        duringLists.run();
        if (collection.hasType(ArmTypes.LOAD_BALANCER))
            return ArmList.of(balancers());
        return ArmList.of(world.resources()
                .entrySet()
                .stream()
                .filter(each -> each.getKey().hasType(collection.type())
                        && each.getKey().key().startsWith(collection.key() + "/"))
                .map(each -> each.getValue().deepCopy())
                .toList());
    }

    @Override
    public synchronized PutResult put(ArmId id, ObjectNode body, String ifMatch) {
        enter("PUT", id);
        refuse("PUT", id, body);
        if (id.hasType(ArmTypes.LOAD_BALANCER) && !refused.isEmpty() && body.toString().contains(refused))
            throw FakeArm.failure(ArmException.Kind.REJECTED, "BadRule");
        if (id.hasType(ArmTypes.LOAD_BALANCER) && asksFor(body, givenAway))
            throw new ArmException(ArmException.Kind.REJECTED, 400, "PrivateIPAddressIsAllocated",
                    "IP configuration x is using the private IP address " + givenAway
                            + " which is already allocated to resource " + World.id(ArmTypes.PRIVATE_LINK_SERVICE, "p")
                            + ".",
                    "", null, null);
        String etag = stored(id).map(known -> known.path("etag").asText()).orElse("");
        if (!ifMatch.isEmpty() && !ifMatch.equals(etag))
            throw FakeArm.failure(ArmException.Kind.CONFLICT, "PreconditionFailed");
        ObjectNode written = body.deepCopy();
        changed.accept(id, written);
        world.applyOne(Operation.put(id, written, ifMatch, List.of()));
        renew(id);
        // A machine that joins a pool changes the load balancer that shows its members.
        if (id.hasType(ArmTypes.SCALE_SET_VM))
            world.resources()
                    .keySet()
                    .stream()
                    .filter(each -> each.hasType(ArmTypes.LOAD_BALANCER))
                    .forEach(this::renew);
        ObjectNode shown = stored(id).orElseThrow();
        if (addressesLater && id.hasType(ArmTypes.PUBLIC_IP)) {
            shown.withObject("/properties").remove("ipAddress");
            return new PutResult(Optional.of(shown), false);
        }
        return new PutResult(Optional.of(shown), true);
    }

    @Override
    public synchronized boolean delete(ArmId id, String ifMatch) {
        enter("DELETE", id);
        refuse("DELETE", id, null);
        boolean wasThere = world.resources().containsKey(id);
        world.applyOne(Operation.delete(id, List.of()));
        return wasThere;
    }

    /** The answer to who asks for the health of a rule's backends, by its name; null if nobody should. */
    UnaryOperator<String> health;

    @Override
    public synchronized Optional<JsonNode> post(ArmId id, String action, JsonNode body) {
        if (health == null)
            throw new AssertionError("no action is expected on " + id);
        enter("POST", id);
        String answer = health.apply(id.name());
        if (answer.equals("refused"))
            throw FakeArm.failure(ArmException.Kind.REJECTED, "AuthorizationFailed");
        return Optional.of(World.json(answer));
    }

    private void enter(String verb, ArmId id) {
        log.add(verb + " " + id.shortName());
        Deque<ArmException> ahead = failures.getOrDefault(verb + " " + id.key(), new ArrayDeque<>());
        if (!ahead.isEmpty())
            throw ahead.removeFirst();
        if (forbidden.contains(log.getLast()))
            throw FakeArm.failure(ArmException.Kind.REJECTED, "AuthorizationFailed");
    }

    private void renew(ArmId id) {
        ObjectNode body = world.resources().get(id);
        if (body != null)
            body.put("etag", "W/\"" + ++etags + "\"");
    }

    private Optional<ObjectNode> stored(ArmId id) {
        return Optional.ofNullable(world.resources().get(id)).map(ObjectNode::deepCopy);
    }

    private List<ObjectNode> balancers() {
        return world.observedState().loadBalancers().stream().map(LoadBalancer::json).toList();
    }

    private static boolean isThe(ArmId id, ObjectNode body) {
        return id.equals(ArmId.parse(body.path("id").asText()));
    }
}
