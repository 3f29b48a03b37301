package io.azureccm.e2e.cluster.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;

class ProtobufReaderTest {
    private static final TypeCatalog TYPES = TypeCatalog.load();

    /** A message under construction. */
    private static final class Message {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        Message number(int field, long value) {
            varint((long) field << 3);
            varint(value);
            return this;
        }

        Message bytes(int field, byte[] value) {
            varint((long) field << 3 | 2);
            varint(value.length);
            out.writeBytes(value);
            return this;
        }

        Message text(int field, String value) {
            return bytes(field, value.getBytes(StandardCharsets.UTF_8));
        }

        Message message(int field, Message value) {
            return bytes(field, value.out.toByteArray());
        }

        private void varint(long value) {
            long rest = value;
            while ((rest & ~0x7fL) != 0) {
                out.write((int) (rest & 0x7f) | 0x80);
                rest >>>= 7;
            }
            out.write((int) rest);
        }
    }

    private static ObjectNode read(String apiVersion, String kind, Message message) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(new byte[]{'k', '8', 's', 0});
        body.writeBytes(new Message().message(1, new Message().text(1, apiVersion).text(2, kind))
                .message(2, message)
                .text(3, "")
                .text(4, "").out.toByteArray());
        return new ProtobufReader(TYPES).read(body.toByteArray());
    }

    @Test
    void readsLeaseWithMicrosecondsAndKeepsOptionalZeros() {
        Message time = new Message().number(1, 1767225600).number(2, 5_000);
        Message lease = new Message().message(1, new Message().text(1, "l").text(2, "").message(8, new Message()))
                .message(2, new Message().text(1, "").number(2, 15).message(4, time).number(5, 0));
        assertThat(read("coordination.k8s.io/v1", "Lease", lease))
                .isEqualTo(Json.parse("{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: l}, "
                        + "spec: {holderIdentity: '', leaseDurationSeconds: 15, renewTime: '2026-01-01T00:00:00.000005Z', leaseTransitions: 0}}"));
    }

    @Test
    void readsServiceWithMapsListsAndTargetPorts() {
        Message port = new Message().text(1, "http")
                .text(2, "TCP")
                .number(3, 80)
                .message(4, new Message().number(1, 1).number(2, 0).text(3, "web"))
                .number(5, 0);
        Message other = new Message().number(3, 81).message(4, new Message().number(1, 0).number(2, 8081).text(3, ""));
        Message selector = new Message().text(1, "app").text(2, "web");
        Message spec = new Message().message(1, port)
                .message(1, other)
                .message(2, selector)
                .text(4, "LoadBalancer")
                .text(19, "IPv4")
                .number(20, 0);
        assertThat(read("v1", "Service", new Message().message(2, spec)).get("spec")).isEqualTo(Json.parse(
                "{ports: [{name: http, protocol: TCP, port: 80, targetPort: web}, {port: 81, targetPort: 8081}], "
                        + "selector: {app: web}, type: LoadBalancer, ipFamilies: [IPv4], allocateLoadBalancerNodePorts: false}"));
    }

    @Test
    void readsEventsOfBothGroupsByTheirOwnNumbers() {
        assertThat(read("v1", "Event", new Message().text(4, "hello").number(8, 3)).get("message").asText())
                .isEqualTo("hello");
        assertThat(read("events.k8s.io/v1", "Event", new Message().text(10, "hello")).get("note").asText())
                .isEqualTo("hello");
    }

    @Test
    void refusesWhatItCannotRead() {
        assertThatThrownBy(() -> new ProtobufReader(TYPES).read("{}".getBytes()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("magic");
        assertThatThrownBy(() -> read("x/v1", "Odd", new Message()))
                .hasMessageContaining("no known protobuf format for x/v1 Odd");
        assertThatThrownBy(() -> read("v1", "Service", new Message().bytes(2, new byte[]{0x0a, 0x7f})))
                .hasMessageContaining("truncated");
    }

    @Test
    void everyNumberedFieldIsAFieldOfItsType() {
        ProtobufNumbers numbers = ProtobufNumbers.load();
        TYPES.all()
                .forEach((name, struct) -> numbers.of(name)
                        .values()
                        .forEach(field -> assertThat(struct.fields()).as(name).containsKey(field.name())));
    }
}
