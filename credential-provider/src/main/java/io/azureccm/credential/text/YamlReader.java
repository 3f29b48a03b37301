package io.azureccm.credential.text;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Parses one YAML document into the same types as {@link JsonReader}; unquoted yes, no, on and off are booleans, as in
 * the other readers of the cloud config. Loaded only if a file is not JSON.
 */
public final class YamlReader {
    private static final int MAX_DEPTH = 100;
    private static final int MAX_VALUES = 100_000;

    private final Iterator<Event> events;
    private final Map<String, Object> anchors = new LinkedHashMap<>();
    private int values;

    private YamlReader(String text) {
        // The scanner fails if its buffer ends within a surrogate pair, so the buffer holds the entire text.
        LoadSettings settings = LoadSettings.builder()
                .setCodePointLimit(3_000_000)
                .setBufferSize(text.length() + 2)
                .build();
        events = new ParserImpl(settings, new StreamReader(settings, text));
    }

    /**
     * Null for a text without a value; throws {@link IllegalArgumentException} if it is not YAML. Its message quotes
     * nothing.
     */
    public static Object read(String text) {
        try {
            return new YamlReader(text).document();
        } catch (MarkedYamlEngineException wrong) {
            int line = wrong.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
            throw new IllegalArgumentException("line " + line + " is not YAML");
        } catch (YamlEngineException wrong) {
            throw new IllegalArgumentException("it is not YAML");
        }
    }

    private Object document() {
        Object document = null;
        boolean found = false;
        while (events.hasNext()) {
            Event event = events.next();
            if (event instanceof NodeEvent) {
                if (found)
                    throw new IllegalArgumentException("it has more than one document");
                document = value(event, 0);
                found = true;
            }
        }
        return document;
    }

    private Object value(Event event, int depth) {
        if (depth > MAX_DEPTH || ++values > MAX_VALUES)
            throw new IllegalArgumentException("it is too deep or too long");
        if (event instanceof AliasEvent alias) {
            String name = alias.getAnchor().map(Object::toString).orElse("");
            if (!anchors.containsKey(name))
                throw new IllegalArgumentException("an alias has no anchor");
            return anchors.get(name);
        }
        Object value = event instanceof MappingStartEvent
                ? mapping(depth)
                : event instanceof ScalarEvent scalar ? scalar(scalar) : sequence(depth);
        ((NodeEvent) event).getAnchor().ifPresent(anchor -> anchors.put(anchor.toString(), value));
        return value;
    }

    private Map<String, Object> mapping(int depth) {
        Map<String, Object> mapping = new LinkedHashMap<>();
        for (Event event = events.next(); !(event instanceof MappingEndEvent); event = events.next()) {
            Object name = value(event, depth + 1);
            if (name instanceof Map || name instanceof List)
                throw new IllegalArgumentException("a key is not a string");
            mapping.put(String.valueOf(name), value(events.next(), depth + 1));
        }
        return mapping;
    }

    private List<Object> sequence(int depth) {
        List<Object> sequence = new ArrayList<>();
        for (Event event = events.next(); !(event instanceof SequenceEndEvent); event = events.next())
            sequence.add(value(event, depth + 1));
        return sequence;
    }

    private static Object scalar(ScalarEvent scalar) {
        String text = scalar.getValue();
        if (!scalar.isPlain() || scalar.getTag().isPresent())
            return text;
        return switch (text) {
            case "", "~", "null", "Null", "NULL" -> null;
            case "true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON" -> Boolean.TRUE;
            case "false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF" -> Boolean.FALSE;
            default -> isNumber(text) ? Double.valueOf(text) : text;
        };
    }

    private static boolean isNumber(String text) {
        return text.matches("[-+]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][-+]?\\d+)?");
    }
}
