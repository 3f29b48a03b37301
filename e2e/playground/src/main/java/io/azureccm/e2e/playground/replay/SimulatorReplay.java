package io.azureccm.e2e.playground.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.record.RecordHeader;
import io.azureccm.common.record.RecordReader;
import io.azureccm.e2e.azure.wire.ArmResponse;
import io.azureccm.e2e.azure.wire.Json;
import io.azureccm.e2e.playground.replay.ResponseDifference.Kind;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * {@code replay FILE --against-simulator}: sends the requests of a record to the Azure simulator and lists where it answers otherwise than
 * Azure did. Before each write the simulator has what the record shows of Azure at that time, so that one difference does not cause others.
 */
public record SimulatorReplay(PrintStream out) {
    /** Exit codes: the answers are equal, the command failed, some are not equal, the record has another format. */
    public static final int EQUAL = 0;
    public static final int FAILED = 1;
    public static final int DIFFERENT = 2;
    public static final int OTHER_FORMAT = 4;

    /** Outcomes that depend on what else happened in Azure at that time, or that no request was sent for. */
    private static final Set<String> NOT_COMPARED = Set.of("Throttled", "Unknown", "NotAttempted");
    private static final int CONFLICT = 412;
    private static final int NOT_FOUND = 404;

    /** Prints the differences and returns the exit code. */
    public int run(Path file) {
        try (RecordReader record = new RecordReader(Files.newInputStream(file))) {
            RecordedCalls calls = RecordedCalls.of(record);
            if (!calls.broken().isEmpty())
                out.println("note: the record could not be read to its end: " + calls.broken());
            if (calls.reads().isEmpty() && calls.writes().isEmpty()) {
                out.println("playground: " + file + ": shows no answer of Azure");
                return FAILED;
            }
            return report(calls);
        } catch (RecordHeader.OtherFormatException other) {
            out.println("playground: the file " + other.getMessage());
            return OTHER_FORMAT;
        } catch (IOException unreadable) {
            out.println("playground: " + file + ": cannot be read: " + unreadable);
            return FAILED;
        }
    }

    private int report(RecordedCalls calls) {
        List<ResponseDifference> all = new ArrayList<>();
        calls.reads().forEach(resource -> all.addAll(read(resource)));
        long compared = calls.writes().stream().filter(SimulatorReplay::isCompared).count();
        calls.writes().stream().filter(SimulatorReplay::isCompared).forEach(write -> all.addAll(write(write)));
        String answers = calls.reads().size() + " reads and " + compared + " writes";
        if (compared < calls.writes().size())
            answers += " (" + (calls.writes().size() - compared) + " more had no answer that can be compared)";
        List<ResponseDifference> distinct = all.stream().distinct().toList();
        if (distinct.isEmpty()) {
            out.println(answers + ": the simulator answers as Azure did");
            return EQUAL;
        }
        out.println(answers + ": " + distinct.size() + " differences");
        String request = "";
        for (ResponseDifference each : distinct) {
            if (!each.request().equals(request))
                out.println(each.request());
            request = each.request();
            out.println("  " + (each.kind().text() + " " + each.path()).strip() + ": Azure " + each.azure()
                    + ", simulator " + each.simulator());
        }
        return DIFFERENT;
    }

    private static boolean isCompared(RecordedWrite write) {
        return !write.kind().isEmpty() && !NOT_COMPARED.contains(write.kind());
    }

    private static List<ResponseDifference> read(ObjectNode resource) {
        try (SimulatedAzure azure = new SimulatedAzure(List.of(resource))) {
            String id = resource.path("id").asText();
            String[] parts = id.split("/");
            JsonNode shown = azure.resource(id).orElse(MissingNode.getInstance());
            return BodyComparison.of("GET " + parts[parts.length - 2] + "/" + parts[parts.length - 1],
                    MissingNode.getInstance(), resource, withoutReferences(shown, resource));
        }
    }

    /** Whoever refers to the resource is not there, so the simulator cannot show them: such fields and elements are as Azure shows them. */
    private static JsonNode withoutReferences(JsonNode shown, JsonNode resource) {
        if (shown instanceof ObjectNode object && resource.isObject()) {
            ObjectNode whole = object.deepCopy();
            resource.properties()
                    .forEach(each -> whole.set(each.getKey(),
                            withoutReferences(object.path(each.getKey()), each.getValue())));
            return whole;
        }
        if (shown instanceof ArrayNode array && resource.isArray()) {
            ArrayNode whole = Json.array();
            array.forEach(each -> whole.add(withoutReferences(each, BodyComparison.same(resource, array, each))));
            resource.forEach(each -> {
                if (BodyComparison.same(array, resource, each).isMissingNode())
                    whole.add(each);
            });
            return whole;
        }
        return shown.isMissingNode() ? resource : shown;
    }

    private static List<ResponseDifference> write(RecordedWrite write) {
        try (SimulatedAzure azure = new SimulatedAzure(write.before().values())) {
            ArmResponse response = azure.send(write.verb(), write.target(), write.body(), ifMatch(write, azure));
            return switch (write.kind()) {
                case "Applied" -> response.status() < 300
                        ? bodies(write, response, azure)
                        : status(write, "accepted it", response);
                case "NoChange" -> response.status() < 300 || response.status() == NOT_FOUND
                        ? List.of()
                        : status(write, "had nothing to do", response);
                case "Conflict" -> response.status() == CONFLICT
                        ? List.of()
                        : status(write, String.valueOf(CONFLICT), response);
                default -> refusal(write, response);
            };
        }
    }

    /** The etag that the simulator has for the state that the write was made for, or else the recorded one. */
    private static String ifMatch(RecordedWrite write, SimulatedAzure azure) {
        String key = RecordedCalls.key(Json.object().put("id", write.target()));
        boolean isOfState = Optional.ofNullable(write.before().get(key))
                .filter(before -> before.path("etag").asText().equals(write.ifMatch()))
                .isPresent();
        return isOfState && !write.ifMatch().isEmpty()
                ? azure.resource(write.target()).map(now -> now.path("etag").asText()).orElse(write.ifMatch())
                : write.ifMatch();
    }

    private static List<ResponseDifference> status(RecordedWrite write, String azure, ArmResponse response) {
        return List.of(new ResponseDifference(write.title(), Kind.STATUS, "", azure,
                (response.status() + " " + code(response)).strip()));
    }

    private static List<ResponseDifference> refusal(RecordedWrite write, ArmResponse response) {
        int status = write.outcome().path("status").asInt();
        String code = write.outcome().path("code").asText();
        if (status != response.status())
            return status(write, status + " " + code, response);
        return code.equalsIgnoreCase(code(response))
                ? List.of()
                : List.of(new ResponseDifference(write.title(), Kind.ERROR_CODE, "", code, code(response)));
    }

    private static JsonNode json(ArmResponse response) {
        return Json.parse(new String(response.body(), StandardCharsets.UTF_8));
    }

    private static String code(ArmResponse response) {
        return response.status() < 300 ? "" : json(response).path("error").path("code").asText();
    }

    /** The record has the answer to the write, or a read after it: the simulator's closer one is compared. */
    private static List<ResponseDifference> bodies(RecordedWrite write, ArmResponse response, SimulatedAzure azure) {
        if (!write.outcome().path("body").isObject())
            return List.of();
        JsonNode sent = write.body().<JsonNode>map(body -> body).orElse(MissingNode.getInstance());
        JsonNode recorded = write.outcome().path("body");
        return Stream.of(azure.resource(write.target()),
                response.body().length == 0 ? Optional.<JsonNode>empty() : Optional.of(json(response)))
                .flatMap(Optional::stream)
                .map(body -> BodyComparison.of(write.title(), sent, recorded, body))
                .min(Comparator.comparingInt(List::size))
                .orElse(List.of());
    }
}
